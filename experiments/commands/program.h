// The `eenet` program: finds the subcommand, runs it, and turns every way it can end into the exit
// code that docs/cli.md promises. Not in main.cc, so that eenet-mutants can start it too.
#pragma once

namespace eenet::experiments {

int eenet_program(int argc, char** argv);

}  // namespace eenet::experiments
