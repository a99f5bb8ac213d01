// The ledger of a report as its page shows it.
#pragma once

#include <string>

#include "experiments/formats/json.h"

namespace eenet::experiments {

// The id as the name of a place in the page: "THM-1.proof-regime".
std::string anchor_of(const std::string& id);

// "holds after a correction" of "holds-corrected".
std::string words_of_status(const std::string& status);

// The claims, the worst first, with what their rows show.
Json ledger_of(const Json& claims);

// How many claims have which verdict, by kind of evidence; and the buttons that choose among them.
Json count_boxes(const Json& counts);
Json filters_of(const Json& counts);

// The three sentences that matter: of the contradicted claims that have one.
Json sentences_of(const Json& ledger);

}  // namespace eenet::experiments
