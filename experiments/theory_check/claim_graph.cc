#include "experiments/theory_check/claim_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "experiments/formats/files.h"
#include "experiments/reports/drawing_program.h"
#include "experiments/reports/junit.h"
#include "experiments/reports/picture.h"
#include "experiments/theory_check/ledger_view.h"
#include "verify/claims/supports.h"

namespace eenet::experiments {

namespace {

// A statement with its parts; the worst of their verdicts is shown.
struct Node {
  std::string status = "not-run";
  std::string anchor;
  std::string says;
};

constexpr std::array kWorstFirst = {"contradicted",    "not-reproduced", "inconclusive",
                                    "holds-corrected", "holds",          "not-testable",
                                    "not-run"};

std::size_t rank(const std::string& status) {
  return static_cast<std::size_t>(std::find(kWorstFirst.begin(), kWorstFirst.end(), status) -
                                  kWorstFirst.begin());
}

std::map<std::string, Node> nodes_of(const Json& claims) {
  std::map<std::string, Node> nodes;
  for (const Json& claim : claims) {
    const std::string id = claim.at("id");
    const std::string whole = id.substr(0, id.find('/'));
    const std::string status = claim.at("status");
    const auto [node, is_new] = nodes.try_emplace(whole);
    if (!is_new && rank(node->second.status) <= rank(status)) continue;
    node->second = {status, anchor_of(id), claim.at("says")};
  }
  return nodes;
}

const char* colour_of(const std::string& status) {
  if (status == "contradicted" || status == "not-reproduced") return kContradictedColour;
  if (status == "holds-corrected") return kCorrectedColour;
  if (status == "holds") return kHoldsColour;
  return kSoftColour;
}

bool is_cut(const std::string& status) {
  return status == "contradicted" || status == "not-reproduced";
}

std::string graph_text(const std::map<std::string, Node>& nodes) {
  std::string text = fmt::format(
      "digraph claims {{\n  rankdir=TB; bgcolor=transparent; nodesep=0.12; ranksep=0.3;\n"
      "  node [shape=box, style=rounded, fontname=\"Liberation Sans\", fontsize=11, height=0.28, "
      "margin=\"0.09,0.03\"];\n  edge [color=\"{}\", arrowsize=0.6];\n",
      kSoftColour);
  std::set<std::string> used;
  for (const verify::Support& one : verify::supports()) {
    used.insert(one.used);
    used.insert(one.in);
  }
  for (const std::string& id : used) {
    const auto found = nodes.find(id);
    if (found == nodes.end()) continue;
    const Node& node = found->second;
    text += fmt::format(
        "  \"{0}\" [color=\"{1}\", fontcolor=\"{1}\", penwidth={2}, URL=\"#{3}\", "
        "tooltip=\"{4}\"];\n",
        id, colour_of(node.status), is_cut(node.status) ? 2.2 : 1.0, node.anchor,
        xml_escaped(node.says));
  }
  for (const verify::Support& one : verify::supports()) {
    const auto found = nodes.find(one.used);
    const bool cut = found != nodes.end() && is_cut(found->second.status);
    text +=
        fmt::format("  \"{}\" -> \"{}\"{};\n", one.used, one.in,
                    cut ? fmt::format(" [style=dashed, color=\"{}\"]", kContradictedColour) : "");
  }
  return text + "}\n";
}

// Each statement with those that rest on it, in the order of the proof.
Json carries_of(const std::map<std::string, Node>& nodes) {
  Json list = Json::array();
  std::map<std::string, std::size_t> places;
  const auto node_of = [&nodes](const std::string& id) {
    const auto found = nodes.find(id);
    return found == nodes.end() ? Node{} : found->second;
  };
  for (const verify::Support& one : verify::supports()) {
    const auto [place, is_new] = places.try_emplace(one.used, list.size());
    if (is_new) {
      const Node node = node_of(one.used);
      list.push_back({{"id", one.used},
                      {"anchor", node.anchor},
                      {"status", node.status},
                      {"words", words_of_status(node.status)},
                      {"in", Json::array()}});
    }
    list[place->second]["in"].push_back({{"id", one.in}, {"anchor", node_of(one.in).anchor}});
  }
  return list;
}

// What rests on a contradicted statement, however far behind it.
std::set<std::string> behind_cuts(const std::map<std::string, Node>& nodes) {
  std::set<std::string> reached;
  for (bool grows = true; grows;) {
    grows = false;
    for (const verify::Support& one : verify::supports()) {
      const auto found = nodes.find(one.used);
      const bool cut = found != nodes.end() && is_cut(found->second.status);
      if (cut || reached.contains(one.used)) grows = reached.insert(one.in).second || grows;
    }
  }
  return reached;
}

}  // namespace

ClaimGraph claim_graph(const Json& report, const std::filesystem::path& folder) {
  const std::map<std::string, Node> nodes = nodes_of(report.at("claims"));
  write_atomically(folder / "graph.dot", graph_text(nodes));
  const std::string drawn = draw_with("dot", {"-Tsvg", "graph.dot"}, folder, "the graph of claims");
  ClaimGraph graph;
  graph.carries = carries_of(nodes);
  std::string list;
  for (const std::string& id : behind_cuts(nodes)) list += (list.empty() ? "" : ", ") + id;
  graph.finding = list.empty() ? "Nothing rests on a contradicted statement."
                               : fmt::format("On a contradicted statement rest {}.", list);
  graph.svg = svg_element(drawn, "graph", graph.finding);
  return graph;
}

}  // namespace eenet::experiments
