// The group features: phi of given gradients, one file per kind and setting.
#include <cmath>

#include "verify/oracle/vectors/feature_map.h"
#include "verify/oracle/vectors/groups.h"
#include "verify/oracle/vectors/local_embedding.h"
#include "verify/oracle/vectors/sample.h"

namespace eenet::verify::oracle {

namespace {

constexpr Judged kInFloat = {kFloat, false};

struct NamedGradient {
  std::string name;
  Numbers gradient;
  std::string catches;
};

std::vector<NamedGradient> gradients(std::size_t size, const std::string& kind) {
  Rng rng(1, "vectors/features", size);
  const Numbers first = float_numbers(rng, size, 1.0);
  Numbers tiny = first;
  for (double& entry : tiny) entry = std::ldexp(entry, -60);
  Numbers one(size, 0.0);
  one[size - 1] = -0.5;
  const std::string about =
      kind == "block-mean" ? "the last block divided by its own length, or blocks of other entries"
      : kind == "projection" ? "signs or rows read in another order, or a sign left out"
                             : "the gradient as it is, not divided by its norm";
  return {{"ordinary", first, about},
          {"tiny", tiny, "a number added to the norm so that nothing is divided by 0"},
          {"last-entry-alone", one, "an entry left out at the end, or a lost sign"},
          {"zero-gradient", Numbers(size, 0.0), "a division by the norm 0, or phi = 0"}};
}

VectorGroupFile file_of(const FeatureMap& map, const std::string& name) {
  VectorGroupFile file{"features-" + name,
                       "features",
                       "phi, what the exploration network sees of a gradient",
                       {},
                       {}};
  file.parameters = {{"op", "features"}, {"features", map.question()}};
  for (const NamedGradient& given : gradients(map.size, map.kind)) {
    TestVector vector{"features/" + name + "/" + given.name,
                      given.catches,
                      {},
                      {{"gradient", given.gradient}},
                      {}};
    const Numbers exact(map.size, 0.0);
    const auto bounds = [&](const Judged& judged) {
      return feature_bounds(map, given.gradient, exact, judged).value();
    };
    const Numbers own = bounds(kInDouble);
    vector.fields.push_back(
        {"features", features_of(map, given.gradient), features_of_the_twin(map, given.gradient),
         tolerance(added(own, own)), tolerance(added(bounds(kInFloat), own)),
         "the roundings of the sums turn the direction; then squares, their sum, a root and a "
         "quotient are rounded; for any order of the additions, of both sides, added"});
    file.vectors.push_back(std::move(vector));
  }
  return file;
}

}  // namespace

GroupFiles feature_vectors() {
  GroupFiles files;
  files.push_back(file_of({"gradient", 7, 1, 1, 1}, "gradient-p7"));
  files.push_back(file_of({"block-mean", 11, 4, 1, 1}, "block-mean-p11-block4"));
  files.push_back(file_of({"block-mean", 6, 3, 1, 1}, "block-mean-p6-block3"));
  files.push_back(file_of({"projection", 23, 1, 5, 7}, "projection-p23-k5"));
  files.push_back(file_of({"projection", 9, 1, 1, 2}, "projection-p9-k1"));
  files.push_back(embedding_vectors());
  return files;
}

}  // namespace eenet::verify::oracle
