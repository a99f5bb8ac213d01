#include "experiments/formats/certificate.h"

#include "experiments/formats/files.h"
#include "experiments/formats/json.h"
#include "experiments/formats/npy.h"

namespace eenet::experiments {

void write_certificate(const std::filesystem::path& folder, const theory::FittingProblem& problem,
                       const theory::ComplexityTerm& term) {
  make_writable_folder(folder);
  const MlpShape& shape = problem.start.shape();
  write_npy(folder / "theta0.npy", problem.start.parameters());
  write_npy(folder / "theta.npy", term.minimiser);
  write_npy_rows(folder / "inputs.npy", problem.inputs);
  write_npy(folder / "labels.npy", problem.labels);
  const Json json = document("psi-certificate", {{"depth", shape.depth},
                                                 {"width", shape.width},
                                                 {"dimension", shape.input_dim},
                                                 {"ball_radius", problem.ball_radius},
                                                 {"psi", to_json(term.psi)}});
  write_atomically(folder / "certificate.json", document_text(json));
}

}  // namespace eenet::experiments
