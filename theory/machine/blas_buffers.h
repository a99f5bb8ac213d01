// OpenBLAS takes a buffer of 128 MiB for each call that runs at the same time as others, and keeps
// it for later calls. Where there is no memory for one (ulimit -v), it asks again without end.
#pragma once

namespace eenet::theory {

// Around each call of OpenBLAS: while it lives, a buffer is there for that call. Waits while all
// are in use. The first one in a process has OpenBLAS take its buffers, one for each processor
// where half of the memory that a limit leaves suffices, and throws OutOfMemory if there is none
// for a single buffer.
class BlasCall {
 public:
  BlasCall();
  ~BlasCall();
  BlasCall(const BlasCall&) = delete;
  BlasCall& operator=(const BlasCall&) = delete;
};

}  // namespace eenet::theory
