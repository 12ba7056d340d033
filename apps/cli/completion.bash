# Completes arraytwin's commands, options, and the names in its data folder. Options come from --help and names from
# `arraytwin list --names`, so nothing here grows old. Installed to share/bash-completion/completions/arraytwin; or
# `source` it.
_arraytwin() {
    local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]:-} option="" words="" data=() i
    COMPREPLY=()

    # -o default leaves file names to bash wherever nothing is offered here.
    if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ $command == help ]]; }; then
        words=$("$program" --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
        [[ $current == -* ]] && words="--help --version"
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi

    # The option whose values stand here: -w takes all that follow it.
    for ((i = COMP_CWORD - 1; i > 1; i--)); do
        if [[ ${COMP_WORDS[i]} == -* ]]; then option=${COMP_WORDS[i]}; break; fi
    done
    for ((i = 2; i < COMP_CWORD - 1; i++)); do
        [[ ${COMP_WORDS[i]} == --data ]] && data=(--data "${COMP_WORDS[i + 1]}")
    done

    case $before in
        --json | --csv | --html | --measured | --data | --set | --fail | --at | --precision | --max-ios | --seed | --jobs | --config | --max-error | --shard | --where | --columns | --store | --jsonl | --vms | --need | --within | --variant | --replications | --confirm) return ;;
        --solver) words="simulate fast" ;;
    esac
    if [[ -z $words && $current == -* ]]; then
        words=$("$program" "$command" --help 2>/dev/null | grep -oE -- '(^|[ ,])--[a-z][a-z-]*' | tr -d ' ,' | sort -u)
    elif [[ -z $words ]]; then
        case $command:$option in
            explain:-w | explain:--workload | whatif:-w | whatif:--workload | whatif:--vs-workload) words=$("$program" list --names workloads "${data[@]}" 2>/dev/null) ;;
            compare:-m | compare:--measured | scoreboard:-m | scoreboard:--measured) return ;;
            compare:-w | compare:--workload) words=$("$program" list --names workloads "${data[@]}" 2>/dev/null) ;;
            predict:-w | predict:--workload) words=$("$program" list --names workloads applications "${data[@]}" 2>/dev/null) ;;
            predict:-a | predict:--application) words=$("$program" list --names applications "${data[@]}" 2>/dev/null) ;;
            scoreboard:-p | scoreboard:--protocol) words="in_sample knee mix_out corners_to_mixes own_mix array_out" ;;
            predict:* | explain:* | whatif:* | compare:* | scoreboard:* | capacity:*) words=$("$program" list --names arrays "${data[@]}" 2>/dev/null) ;;
            size:-w | size:--workload) words=$("$program" list --names workloads "${data[@]}" 2>/dev/null) ;;
            size:*) words=$("$program" list --names arrays "${data[@]}" 2>/dev/null) ;;
            show:* | check:*) words=$("$program" list --names arrays workloads applications "${data[@]}" 2>/dev/null) ;;
            list:*) words="arrays workloads applications needs drives links journals protocols calibrations software compression_groups families" ;;
            schema:*)
                words="array workload workload-parts application need"
                [[ $before == array ]] && words=$("$program" list --names families "${data[@]}" 2>/dev/null)
                ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _arraytwin arraytwin
