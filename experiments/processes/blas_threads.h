// OpenBLAS starts a thread per processor when it is loaded, before main. Each one asks for 128 MiB,
// again and again without end if there are none (ulimit -v), and fork() and exit() wait for them:
// the program would hang, deaf to signals. None of them is ever used here.
#pragma once

namespace eenet::experiments {

// Unless the environment has OPENBLAS_NUM_THREADS=1, starts the running program anew with it. Does
// nothing where that is impossible. For a program's .preinit_array, whose functions run before
// libraries are initialised:
//
//   [[gnu::section(".preinit_array"), gnu::used]] const auto kBeforeLibraries =
//   &forbid_blas_threads;
void forbid_blas_threads(int argc, char** argv, char** environment);

}  // namespace eenet::experiments
