# SPDX-License-Identifier: Apache-2.0
# Completes the command line of sinew in bash: verbs, options, graph files, boards and stages.

_sinew_words() {  # offers these words
  mapfile -t COMPREPLY < <(compgen -W "$*" -- "$word")
}

_sinew_files() {  # offers folders, and files with this ending
  mapfile -t COMPREPLY < <(compgen -d -- "$word"; [[ -n $1 ]] && compgen -f -X "!*.$1" -- "$word")
  compopt -o filenames 2>/dev/null
}

_sinew_options() {  # offers the options that the verb's own help names
  local verbs=("$verb")
  [[ ($verb == bench || $verb == new) && $COMP_CWORD -gt 2 ]] && verbs+=("${COMP_WORDS[2]}")
  _sinew_words "$("$program" "${verbs[@]}" --help 2>/dev/null | grep -oE -- '--?[A-Za-z][a-z]*\b' | sort -u)"
}

_sinew_argument() {  # offers what the verb works on
  case $verb in
    run | check | explain | graph) _sinew_files yaml ;;
    describe) _sinew_words "$("$program" list --names 2>/dev/null)" ;;
    bench) _sinew_words hops ;;
    new) if ((COMP_CWORD == 2)); then _sinew_words stage graph; else _sinew_files ''; fi ;;
  esac
}

_sinew() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _sinew_words run check explain graph list describe schema doctor bench new --help --version
    return
  fi
  case ${COMP_WORDS[COMP_CWORD - 1]} in
    --clock) _sinew_words live replay lockstep ;;
    --rate) _sinew_words max ;;
    --format) _sinew_words svg dot ;;
    --board) _sinew_files yaml ;;
    --out) _sinew_files '' ;;
    -D | --define | --for | --frames | --seconds) ;;
    *) if [[ $word == -* ]]; then _sinew_options; else _sinew_argument; fi ;;
  esac
}

complete -F _sinew sinew
