// Ratings as their owners publish them: who gave what how many stars.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace eenet::experiments {

struct Rating {
  std::uint32_t user = 0;  // users and items are numbered as they first occur
  std::uint32_t item = 0;
  float stars = 0.0F;  // 0 to 5, as a rule halves: exact
};

struct RawRatings {
  std::vector<Rating> ratings;  // in the order of the file
  std::uint32_t users = 0;
  std::uint32_t items = 0;
};

// Of one file, plain or packed: lines user::item::stars::time (MovieLens up to 10M), a table with
// columns userId, movieId and rating (MovieLens since), or a JSON object per line with user_id,
// business_id and stars (Yelp's reviews). The first line decides. Throws std::runtime_error with
// path, line and what was expected.
RawRatings read_raw_ratings(const std::filesystem::path& path);

}  // namespace eenet::experiments
