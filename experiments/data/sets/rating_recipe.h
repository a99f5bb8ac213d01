// How ratings become arms: the paper's recipe, and that of the code it links.
// [EENET, Experiments, Yelp and Movielens datasets]
#pragma once

#include <memory>
#include <string>

#include "experiments/data/sets/labelled_rows.h"
#include "experiments/data/sets/raw_ratings.h"
#include "reference/settings.h"

namespace eenet::experiments {

// The `users=` with the most ratings and the `items=` with the most, and their ratings of one
// another; of two ratings of a pair the later one counts. The matrix of stars, 0 where there is no
// rating, is decomposed, A ~ U S V'.
//
//   recipe=paper      features are the rows of U sqrt(S) and of V sqrt(S), `features=` of each; a
//                     rating below 2 stars pays 1, every other one 0
//   recipe=released   as the published matrices are: one number less of each, the rows scaled to
//                     norm 1, a 1 behind, and all over sqrt(2); ratings of 2 to 4 stars are no arms
//
// Throws std::runtime_error, beginning with `source`, if there are too few users or items.
std::shared_ptr<LabelledRows> rows_of_ratings(const RawRatings& raw, const Settings& settings,
                                              const std::string& source);

}  // namespace eenet::experiments
