#include "experiments/commands/program.h"

int main(int argc, char** argv) {
  return eenet::experiments::eenet_program(argc, argv);
}
