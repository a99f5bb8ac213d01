// The groups of vectors, one function for each; vectors.cc has the table.
#pragma once

#include <vector>

#include "verify/oracle/vectors/test_vector.h"

namespace eenet::verify::oracle {

using GroupFiles = std::vector<VectorGroupFile>;

GroupFiles forward_vectors();
GroupFiles gradient_vectors();
GroupFiles update_vectors();
GroupFiles feature_vectors();
GroupFiles initialisation_vectors();
GroupFiles selection_vectors();
GroupFiles round_vectors();
GroupFiles trace_vectors();
GroupFiles baseline_vectors();
GroupFiles ntk_vectors();
GroupFiles spectrum_vectors();
GroupFiles psi_vectors();

}  // namespace eenet::verify::oracle
