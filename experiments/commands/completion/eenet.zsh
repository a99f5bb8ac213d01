#compdef eenet
# Completion of `eenet` for zsh: put this into a folder of $fpath, named _eenet, or source it after compinit.
_eenet() {
  local -a found
  found=("${(@f)$("${words[1]}" completion --shell zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then
    _describe eenet found
  else
    _files
  fi
}
if [[ "$funcstack[1]" == _eenet ]]; then
  _eenet "$@"
else
  compdef _eenet eenet
fi
