#include "experiments/data/sets/term_weights.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace eenet::experiments {

namespace {

// How many bytes of no word begin here; 0 if a word goes on.
std::size_t bytes_between_words(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  const bool is_letter = (first >= '0' && first <= '9') || (first >= 'a' && first <= 'z') ||
                         (first >= 'A' && first <= 'Z') || first == '_';
  if (first < 0x80U) return is_letter ? 0 : 1;
  if (first == 0xc2U) return 2;                                            // U+0080 to U+00BF
  if (first == 0xe2U && (byte(1) == 0x80U || byte(1) == 0x81U)) return 3;  // U+2000 to U+207F
  return 0;
}

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

struct Counted {
  std::vector<std::unordered_map<std::string, std::uint32_t>> of_text;
  std::map<std::string, std::uint32_t> texts_with;
};

Counted count_words(const std::vector<std::string>& texts) {
  Counted counted;
  for (const std::string& text : texts) {
    auto& counts = counted.of_text.emplace_back();
    for (const std::string& word : words_of_text(text)) ++counts[word];
    for (const auto& [word, count] : counts) ++counted.texts_with[word];
  }
  return counted;
}

}  // namespace

std::vector<std::string> words_of_text(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (word.size() >= 2) words.push_back(word);
    word.clear();
  };
  while (!text.empty()) {
    const std::size_t between = bytes_between_words(text);
    if (between == 0) {
      word.push_back(lower(text.front()));
      text.remove_prefix(1);
    } else {
      finish();
      text.remove_prefix(std::min(between, text.size()));
    }
  }
  finish();
  return words;
}

SparseMatrix term_weights(const std::vector<std::string>& texts) {
  const Counted counted = count_words(texts);
  struct Term {
    std::uint32_t column = 0;
    double rarity = 0.0;
  };
  std::unordered_map<std::string, Term> terms;
  const auto all = static_cast<double>(texts.size());
  for (const auto& [word, with] : counted.texts_with) {
    if (with < 2) continue;
    const auto column = static_cast<std::uint32_t>(terms.size());
    terms[word] = {column, std::log((1.0 + all) / (1.0 + static_cast<double>(with))) + 1.0};
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::map<std::uint32_t, double> row;  // in an order that no hash decides
    for (const auto& [word, count] : counted.of_text[i]) {
      const auto term = terms.find(word);
      if (term == terms.end()) continue;
      row[term->second.column] = static_cast<double>(count) * term->second.rarity;
    }
    double square = 0.0;
    for (const auto& [column, weight] : row) square += weight * weight;
    for (const auto& [column, weight] : row) {
      entries.emplace_back(static_cast<int>(i), static_cast<int>(column),
                           weight / std::sqrt(square));
    }
  }
  SparseMatrix weights(static_cast<Eigen::Index>(texts.size()),
                       static_cast<Eigen::Index>(terms.size()));
  weights.setFromTriplets(entries.begin(), entries.end());
  return weights;
}

}  // namespace eenet::experiments
