#include "experiments/commands/program.h"
#include "experiments/processes/blas_threads.h"

[[gnu::section(".preinit_array"), gnu::used]] static const auto kBeforeLibraries =
    &eenet::experiments::forbid_blas_threads;

int main(int argc, char** argv) {
  return eenet::experiments::eenet_program(argc, argv);
}
