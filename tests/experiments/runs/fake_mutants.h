// A stand-in for `eenet-mutants`: a shell script that answers as told.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/formats/files.h"

namespace eenet::experiments {

// Mutants sign-flip, early-stop, crash, refusal, survivor, renaming, which is equivalent, and
// of-a-claim, which no suite is asked about.
// `answers` are the branches of a case statement over "MUTANT/SUITE", "/SUITE" without a mutant; in
// them, `agree` ends like a run in which all is well, and `fail SENTENCE` like one in which the
// property failed.
inline void write_fake_mutants(const std::filesystem::path& path, const std::string& answers) {
  const std::string script =
      R"sh(#!/bin/sh
document() {
  printf '{"suites":[{"name":"%s","cases":2,"agree":%s,"kink":0,"disagree":%s,"discarded":0,' "$suite" "$1" "$2"
  printf '"inconclusive":0,"worst_ratio":0.5,"kinds":{},"ratios":[2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"seconds":0.01}],'
  printf '"failures":[%s]}' "$3"
}
agree() { document 2 0 ''; exit 0; }
fail() {
  document 1 1 "{\"suite\":\"$suite\",\"property\":\"$1\",\"reproduce\":\"$suite/2.1.1.1.1.ordinary.0.1\",\"counterexample\":\"\"}"
  exit 1
}
if [ "$1" = --list-mutants ]; then
  entry() { printf '{"name":"%s","file":"reference/%s.cc","why":"why %s"%s}' "$1" "$1" "$1" "$2"; }
  printf '[%s,%s,%s,%s,%s,%s,%s]' "$(entry of-a-claim ',"claim":"DEF-NET"')" "$(entry sign-flip)" "$(entry early-stop)" "$(entry crash)" \
    "$(entry refusal)" "$(entry survivor)" "$(entry renaming ',"equivalent":"only a name"')"
  exit 0
fi
suite=$3
met='["sign-flip","early-stop","crash","refusal","survivor","renaming"]'
[ "$*" = "verify --suite $suite --cases 50 --seed 9 --jobs 1 --json --quiet --no-shrink" ] || {
  echo "eenet: unexpected arguments $*" >&2
  exit 2
}
[ -z "${EENET_MUTANTS_MET-}" ] || echo "$met" >"$EENET_MUTANTS_MET"
case "${EENET_MUTANT-}/$suite" in
)sh";
  write_atomically(path, script + answers + "esac\nagree\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

// The branches of a world in order: every mutant but the survivor is noticed by somebody.
inline const std::string kUsualAnswers = R"(
sign-flip/*) fail 'Signs are right.' ;;
early-stop/update) fail 'Steps are taken.' ;;
crash/gradient) kill -SEGV $$ ;;
crash/update) echo 'eenet: internal error: piece 0' >&2; exit 3 ;;
refusal/gradient) echo 'eenet: Mlp: bad size' >&2; exit 2 ;;
)";

}  // namespace eenet::experiments
