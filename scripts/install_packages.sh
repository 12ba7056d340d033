#!/usr/bin/env bash
# Installs the Debian packages that are missing: install_packages.sh program [tests]. Says nothing when all are there.
set -euo pipefail

program=(g++ cmake ninja-build make ca-certificates libfmt-dev libtomlplusplus-dev libexpected-dev nlohmann-json3-dev
    libcli11-dev libboost-dev libboost-graph-dev librandom123-dev libeigen3-dev libpugixml-dev libminizip-dev
    libsqlite3-dev libtbb-dev libxxhash-dev libopenmpi-dev)
tests=(libgtest-dev librapidcheck-dev libbenchmark-dev python3 clang-format clang-tidy pkg-config openmpi-bin)

if ! command -v dpkg-query >/dev/null; then
    echo "Not a Debian system: provide the equivalents of ${program[*]}" >&2
    exit 0
fi

wanted=()
for list in "$@"; do
    case $list in
        program) wanted+=("${program[@]}") ;;
        tests) wanted+=("${tests[@]}") ;;
        *) echo "usage: $0 program|tests..." >&2; exit 2 ;;
    esac
done

missing=()
for package in "${wanted[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
command -v npm >/dev/null || missing+=(npm)  # builds the page of HTML reports; other Node packages do as well
[ ${#missing[@]} -gt 0 ] || exit 0

echo "Installing: ${missing[*]}"
root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
"${root[@]}" apt-get update -qq
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
