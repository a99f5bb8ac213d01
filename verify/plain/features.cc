#include "verify/plain/features.h"

namespace eenet::verify::plain {

Features::Features(const Spec& method, std::size_t gradient_size, std::uint64_t seed)
    : name_(method.given.at("features")), output_size_(gradient_size) {
  if (name_ == "gradient") return;
  if (name_ == "block-mean") {
    block_ = whole_number(method, "block");
    output_size_ = gradient_size / block_ + (gradient_size % block_ == 0 ? 0 : 1);
    return;
  }
  output_size_ = whole_number(method, "k");
  Rng rng(seed, "features", 0);
  for (std::size_t i = 0; i < gradient_size; ++i) draws_.push_back(rng.below(2 * output_size_));
  if (name_ == "lle") {
    embedding_.emplace(EmbeddingSize{output_size_, whole_number(method, "neighbours"),
                                     whole_number(method, "landmarks"), decimal(method, "ridge")});
  }
}

void Features::observe(const Numbers& gradient) {
  if (embedding_) embedding_->observe(gradient);
}

Numbers Features::map(const Numbers& gradient) const {
  if (embedding_ && embedding_->fitted() && Embedding::has_distances(gradient)) {
    return embedding_->map(gradient);
  }
  Numbers phi(output_size_, 0.0);
  if (name_ == "gradient") {
    phi = gradient;
  } else if (name_ == "block-mean") {
    for (std::size_t i = 0; i < gradient.size(); ++i) phi[i / block_] += gradient[i];
    for (double& mean : phi) mean = mean / static_cast<double>(block_);
  } else {
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      const std::size_t row = draws_[i] / 2;
      phi[row] = draws_[i] % 2 == 1 ? phi[row] + gradient[i] : phi[row] - gradient[i];
    }
  }
  normalise(phi);
  return phi;
}

std::uint64_t whole_number(const Spec& spec, const std::string& key) {
  return std::stoull(spec.given.at(key));
}

double decimal(const Spec& spec, const std::string& key) {
  return std::stod(spec.given.at(key));
}

}  // namespace eenet::verify::plain
