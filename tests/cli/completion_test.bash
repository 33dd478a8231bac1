#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What the completion of the shell offers. usage: completion_test.bash SINEW, in the root of the repository
set -uo pipefail
program=$1
source tools/sinew/completion.bash
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
touch "$folder/a.yaml" "$folder/b.txt"
mkdir "$folder/inner"

failed=0
offers() {  # WORDS... -- WANTED...: completes the last of the words
  COMP_WORDS=("$program")
  while [[ $1 != -- ]]; do COMP_WORDS+=("$1"); shift; done
  shift
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _sinew
  local got="${COMPREPLY[*]}" wanted="$*"
  if [[ $(tr ' ' '\n' <<<"$got" | sort) != $(tr ' ' '\n' <<<"$wanted" | sort) ]]; then
    echo "sinew ${COMP_WORDS[*]:1}: offers '$got', not '$wanted'"
    failed=1
  fi
}

offers d -- describe doctor
offers ru -- run
offers run "$folder/" -- "$folder/a.yaml" "$folder/inner"
offers run --qu -- --quiet
offers run a.yaml --clock l -- live lockstep
offers run a.yaml --rate '' -- max
offers graph a.yaml --format '' -- svg dot
offers run a.yaml --out "$folder/" -- "$folder/inner"
offers describe image.bri -- image.brighten
offers bench '' -- hops
offers bench hops --j -- --json
offers new s -- stage
offers new graph a --he -- --help
offers check a.yaml -D '' --
exit $failed
