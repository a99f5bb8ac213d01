// gnuplot and graphviz, which draw the report's pictures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace eenet::experiments {

// Throws std::runtime_error if gnuplot or graphviz is not there: before minutes of work.
void require_drawing_programs();

// Runs the program in the folder and returns what it printed. Throws std::runtime_error with one
// sentence, in the program's words, where it fails.
std::string draw_with(const std::string& program, const std::vector<std::string>& arguments,
                      const std::filesystem::path& folder, const std::string& what);

}  // namespace eenet::experiments
