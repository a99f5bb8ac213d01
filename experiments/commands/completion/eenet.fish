# Completion of `eenet` for fish: put this into ~/.config/fish/completions, named eenet.fish.
function __eenet_candidates
    set -l typed (commandline -opc) (commandline -ct)
    $typed[1] completion --shell fish -- $typed[2..-1] 2>/dev/null
end
complete -c eenet -a '(__eenet_candidates)'
