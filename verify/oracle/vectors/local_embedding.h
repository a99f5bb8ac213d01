// Vectors of phi by locally linear embedding, at a fitted embedding that the question gives.
#pragma once

#include "verify/oracle/vectors/test_vector.h"

namespace eenet::verify::oracle {

VectorGroupFile embedding_vectors();

}  // namespace eenet::verify::oracle
