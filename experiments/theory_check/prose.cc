#include "experiments/theory_check/prose.h"

#include <array>
#include <regex>

#include "experiments/reports/junit.h"

namespace eenet::experiments {

namespace {

// What has a low index: one letter, or the name of a Greek one. A name of code is longer.
constexpr const char* kBase =
    "([A-Za-z]|theta|lambda|sigma|Sigma|Gamma|gamma|nabla|eta|Psi|phi|omega|delta|kappa)";

struct Rule {
  std::regex pattern;
  const char* becomes;
};

// In this order: indices are found by their signs, which the later rules leave alone.
const std::array<Rule, 14>& rules() {
  static const std::array<Rule, 14> all = {
      Rule{std::regex(R"(_\{([^{}]*)\})"), "<sub>$1</sub>"},
      Rule{std::regex(R"(\^\{([^{}]*)\})"), "<sup>$1</sup>"},
      Rule{std::regex(std::string(R"(\b)") + kBase +
                      R"(_(\d+|[A-Za-z]|tau|τ|min|max|\([^()]*\))(?![A-Za-z0-9_]))"),
           "$1<sub>$2</sub>"},
      Rule{std::regex(R"(\^(-?\d+(?:\.\d+)?|\(-?[^()]*\)|[A-Z])(?![A-Za-z0-9]))"), "<sup>$1</sup>"},
      Rule{std::regex(R"(\btheta\^_([A-Za-z0-9])(?![A-Za-z0-9]))"), "theta\u0302<sub>$1</sub>"},
      Rule{std::regex(R"(\bsum_([A-Za-z0-9])(?![A-Za-z0-9]))"), "∑<sub>$1</sub>"},
      Rule{std::regex(R"(\bsum(?=<sub>| \())"), "∑"},
      Rule{std::regex(R"(\bprod(?=<sub>))"), "∏"},
      Rule{std::regex(R"(\bO~)"), "Õ"},
      Rule{std::regex(R"(\bd~)"), "d\u0303"},
      Rule{std::regex(R"(\btheta\^)"), "theta\u0302"},
      Rule{std::regex(R"(\bsqrt(?: (?=[A-Za-z0-9])|(?=\()))"), "√"},
      Rule{std::regex(R"(&lt;=)"), "≤"},
      Rule{std::regex(R"(&gt;=)"), "≥"}};
  return all;
}

struct Name {
  const char* plain;
  const char* letter;
};
constexpr std::array kNames = {Name{"Psi", "Ψ"},     Name{"theta", "θ"}, Name{"lambda", "λ"},
                               Name{"Sigma", "Σ"},   Name{"Gamma", "Γ"}, Name{"tau", "τ"},
                               Name{"phi", "φ"},     Name{"eta", "η"},   Name{"omega", "ω"},
                               Name{"delta", "δ"},   Name{"sigma", "σ"}, Name{"kappa", "κ"},
                               Name{"epsilon", "ε"}, Name{"gamma", "γ"}, Name{"nabla", "∇"}};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

// Whole words alone; "theta0" and "theta2" count as such, "beta" and "epsilon-greedy" do not.
std::string with_letters(const std::string& text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    bool found = false;
    for (const Name& name : kNames) {
      const std::string plain = name.plain;
      const bool begins =
          text.compare(i, plain.size(), plain) == 0 && (i == 0 || !is_letter(text[i - 1]));
      const std::size_t end = i + plain.size();
      if (!begins || (end < text.size() && is_letter(text[end]))) continue;
      shown += name.letter;
      i = end;
      found = true;
      break;
    }
    if (!found) shown += text[i++];
  }
  return shown;
}

}  // namespace

std::string prose_html(const std::string& text) {
  std::string html = xml_escaped(text);
  for (const Rule& rule : rules()) html = std::regex_replace(html, rule.pattern, rule.becomes);
  return with_letters(html);
}

}  // namespace eenet::experiments
