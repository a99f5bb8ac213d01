// Environments of the paper's experiments, made of data sets. [EENET, Experiments]
//
//   mnist, classification       a row x of class c becomes an arm per class, (0, .., x, .., 0) with
//   x
//                               in the block of the arm; arm c pays 1, the others 0
//   yelp, movielens, disin      one row that pays 1 among rows that pay 0: a badly rated restaurant
//                               or film with the features of its rater, a fake article
//
// Rounds depend on the data, the seed and t alone: every method meets the same arms. Rows of a
// classification come in an order that the seed shuffles, and in the same order again after the
// last. Of a pool, the row that pays is drawn in every round, and so are the others, no one of them
// twice in a round, as the authors' loader does.
#pragma once

#include "reference/kind.h"

namespace eenet {

// Whether an environment of that name is made of a data set.
bool is_of_data(const std::string& environment);

EnvironmentKind mnist_kind();
EnvironmentKind yelp_kind();
EnvironmentKind movielens_kind();
EnvironmentKind disin_kind();
EnvironmentKind classification_kind();

}  // namespace eenet
