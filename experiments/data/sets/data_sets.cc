#include "experiments/data/sets/data_sets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>

#include "experiments/data/sets/articles.h"
#include "experiments/data/sets/data_files.h"
#include "experiments/data/sets/digits.h"
#include "experiments/data/sets/prepared_folder.h"
#include "experiments/data/sets/rating_recipe.h"
#include "experiments/data/sets/rating_triples.h"
#include "experiments/data/sets/raw_ratings.h"
#include "experiments/data/sets/table_of_classes.h"
#include "experiments/formats/npy.h"
#include "reference/environments/data_sets.h"
#include "reference/out_of_memory.h"
#include "reference/registry.h"

namespace eenet::experiments {

namespace {

using Loaded = std::shared_ptr<LabelledRows>;
using Loader = std::function<Loaded(const std::filesystem::path&, const Settings&)>;

struct KnownSet {
  DataSetKind kind;
  Loader load;  // from the published files
};

// `names` are those of a file of raw ratings within a folder.
Loaded read_ratings(const std::filesystem::path& place, const Settings& settings,
                    const std::vector<std::string>& names) {
  if (has_rating_triples(place)) {
    for (const char* key : {"users", "items", "features", "recipe"}) {
      if (!settings.has(key)) continue;
      throw std::runtime_error(
          fmt::format("{}: {}={}: these features are computed already, expected "
                      "that key with raw ratings alone",
                      place.string(), key, settings.text(key)));
    }
    return read_rating_triples(place);
  }
  std::filesystem::path file = place;
  if (std::filesystem::is_directory(place)) {
    file = find_one(place, names);
    if (file.empty()) {
      reject_folder(place,
                    fmt::format("..._entry.npy with its two companions, or {}, also with .gz",
                                fmt::join(names, " or ")));
    }
  }
  return rows_of_ratings(read_raw_ratings(file), settings, file.string());
}

const std::vector<KnownSet>& known_sets() {
  static const std::vector<KnownSet> kSets = {
      {{"mnist", "a folder with train-images-idx3-ubyte and train-labels-idx1-ubyte"}, read_digits},
      {{"yelp", "the authors' three .npy files, or yelp_academic_dataset_review.json"},
       [](const auto& place, const auto& settings) {
         return read_ratings(place, settings, {"yelp_academic_dataset_review.json", "review.json"});
       }},
      {{"movielens", "the authors' three .npy files, ratings.dat, or ratings.csv"},
       [](const auto& place, const auto& settings) {
         return read_ratings(place, settings, {"ratings.dat", "ratings.csv"});
       }},
      {{"disin", "a folder with Fake.csv and True.csv"}, read_articles},
      {{"classification", "a CSV or TSV file with a column of classes"}, read_table_of_classes},
  };
  return kSets;
}

Loaded load(const std::string& name, const Settings& settings, const std::filesystem::path& place) {
  const auto known = std::ranges::find_if(
      known_sets(), [&](const KnownSet& set) { return set.kind.name == name; });
  if (known == known_sets().end()) {
    throw std::runtime_error(fmt::format("{}: not a data set of this program", name));
  }
  std::error_code ignored;  // reading tells
  if (!std::filesystem::exists(place, ignored)) {
    throw std::runtime_error(
        fmt::format("{}: there is no '{}', expected a file or a folder", name, place.string()));
  }
  Loaded data =
      is_prepared(place) ? read_prepared(place, name, settings) : known->load(place, settings);
  // As the public code leaves its images: their mean and standard deviation, of bytes over 255.
  constexpr double kMean = 0.1307;
  constexpr double kDeviation = 0.3081;
  constexpr double kWhite = 255.0;
  if (name == "mnist" && settings.text("normalise") == "no") {
    data->rescale(kMean * kWhite, kDeviation * kWhite);
  }
  return data;
}

}  // namespace

const std::vector<DataSetKind>& data_set_kinds() {
  static const std::vector<DataSetKind> kKinds = [] {
    std::vector<DataSetKind> kinds;
    for (const KnownSet& set : known_sets()) kinds.push_back(set.kind);
    return kinds;
  }();
  return kKinds;
}

std::shared_ptr<const LabelledRows> data_set_at(const std::string& name, const Settings& settings,
                                                const std::filesystem::path& place) {
  static std::mutex mutex;
  static std::map<std::string, Loaded> read;
  // Rounds are drawn from the same data whatever these are.
  std::map<std::string, std::string> key = settings.values();
  key.erase("arms");
  key.erase("digest");
  key["data"] = std::filesystem::absolute(place).lexically_normal().string();
  const std::lock_guard lock(mutex);
  Loaded& data = read[Spec{name, key}.to_text()];
  if (!data) data = fitting(place.string(), [&] { return load(name, settings, place); });
  return data;
}

ArrayReader environment_reader() {
  return {read_npy, [](const std::string& name, const Settings& settings) {
            return data_set_at(name, settings, place_of_data(name, settings));
          }};
}

Spec recorded_environment(Spec spec) {
  const auto absolute = [](const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
  };
  if (spec.name == "arrays") {
    for (auto& [key, path] : spec.given) {
      if (!path.empty()) path = absolute(path);
    }
  }
  if (is_of_data(spec.name)) {
    const Settings settings = environment_settings(spec);
    const std::filesystem::path place = place_of_data(spec.name, settings);
    spec.given["data"] = absolute(place.string());
    spec.given["digest"] = data_set_at(spec.name, settings, place)->digest();
  }
  return spec;
}

}  // namespace eenet::experiments
