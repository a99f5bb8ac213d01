// phi and the kernel as an implementation computes them, in float or double, for the reference
// respondent.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace eenet::verify::oracle {

template <typename Scalar>
std::vector<Scalar> native_features(const nlohmann::json& features,
                                    const std::vector<Scalar>& gradient);

// By arc cosines.
template <typename Scalar>
nlohmann::json native_ntk(const std::vector<std::vector<Scalar>>& contexts, int depth,
                          bool corrected);

extern template std::vector<float> native_features(const nlohmann::json&,
                                                   const std::vector<float>&);
extern template std::vector<double> native_features(const nlohmann::json&,
                                                    const std::vector<double>&);
extern template nlohmann::json native_ntk(const std::vector<std::vector<float>>&, int, bool);
extern template nlohmann::json native_ntk(const std::vector<std::vector<double>>&, int, bool);

}  // namespace eenet::verify::oracle
