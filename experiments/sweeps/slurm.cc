#include "experiments/sweeps/slurm.h"

#include <fmt/format.h>

#include "experiments/formats/output.h"

namespace eenet::experiments {

std::string slurm_script(const JobArray& array) {
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name=eenet-sweep\n"
      "#SBATCH --array=1-{0}%{1}\n"
      "#SBATCH --requeue\n"
      "#SBATCH --cpus-per-task={2}\n"
      "#SBATCH --output=eenet-sweep-%A-%a.log\n"
      "# Each task does its share of the cells; sbatch this again, with another n too, to go on.\n"
      "exec {3} --jobs {2} \\\n"
      "  --shard \"${{SLURM_ARRAY_TASK_ID}}/{0}\" --quiet\n",
      array.tasks, array.at_a_time, array.jobs,
      shell_words(
          {array.program.string(), "sweep", array.plan.string(), "--out", array.out.string()}));
}

}  // namespace eenet::experiments
