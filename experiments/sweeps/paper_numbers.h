// Where the paper prints a number that a row of ours stands beside.
#pragma once

#include <optional>
#include <string>

namespace eenet::experiments {

// A mean and what follows the plus-minus sign, whose meaning the paper does not state (claim
// TAB-1-PM).
struct PaperNumber {
  double mean = 0.0;
  double spread = 0.0;
  std::string place;  // "tab:allregret/EE-Net"
};

// The place of a method's number in the table of regrets; empty if the paper has none.
// [EENET, Experiments, tab:allregret; Further Discussion, tab:epsilonplus]
std::string usual_paper_place(const std::string& method);

// Throws std::invalid_argument unless it is "tab:allregret/METHOD", "tab:epsilonplus/METHOD" or
// "tab:abondimension/DIMENSION", with a method or dimension that is printed there.
void require_paper_place(const std::string& place);

// Nothing where the table has no such data set. `environment` is a name: mnist, disin, movielens,
// yelp.
std::optional<PaperNumber> paper_number(const std::string& place, const std::string& environment);

}  // namespace eenet::experiments
