# Completion of `eenet` for bash: source this, or put it where bash-completion looks, named eenet.
_eenet() {
  local IFS=$'\n'
  # The program has nothing to say where a file may stand; then bash completes files.
  COMPREPLY=($("$1" completion --shell bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o bashdefault -o default -F _eenet eenet
