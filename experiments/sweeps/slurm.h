// A sweep as a job array of the SLURM workload manager.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace eenet::experiments {

struct JobArray {
  std::filesystem::path program;  // `eenet`
  std::filesystem::path plan;
  std::filesystem::path out;
  std::uint64_t tasks = 1;      // n: each is a shard k/n
  std::uint64_t at_a_time = 1;  // m
  unsigned jobs = 1;            // worker processes per task
};

// A script for sbatch. A task that is cancelled or whose node fails is put back into the queue, and
// goes on from the results that it finds.
std::string slurm_script(const JobArray& array);

}  // namespace eenet::experiments
