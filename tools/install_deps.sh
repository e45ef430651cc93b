#!/usr/bin/env bash
# Installs what costruct needs on Debian 12, as root or with sudo; does nothing when all is there.
# Open MPI is for `mpirun costruct run`, CLP (coinor-libclp-dev) for LP decoding of clusterings;
# CMake goes without them where they are missing, and says so.
#   tools/install_deps.sh         to build and run
#   tools/install_deps.sh python  also what the Python package needs
#   tools/install_deps.sh test    also what only the tests and benchmarks need
#   tools/install_deps.sh check   also what tools/check.sh needs
#   tools/install_deps.sh fuzz    also Clang's fuzzer and sanitizer runtimes
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(g++ cmake ninja-build git ca-certificates xz-utils
          nlohmann-json3-dev libfmt-dev libcli11-dev librandom123-dev libboost-dev libboost-math-dev \
            liblbfgs-dev libeigen3-dev libopenblas-dev
          zlib1g-dev liblzma-dev libicu-dev libgmime-3.0-dev libsqlitecpp-dev libsqlite3-dev libopenmpi-dev \
            openmpi-bin coinor-libclp-dev)
for_python=(pybind11-dev python3-dev python3-venv python3-pip python3-numpy python3-scipy
            python3-sklearn python3-pandas python3-matplotlib)
for_tests=("${for_python[@]}" python3-pytest catch2 libdlib-dev libparasail-dev chromium procps
           doxygen sqlite3 librsvg2-bin)
case "${1:-}" in
  "") ;;
  python) packages+=("${for_python[@]}") ;;
  test) packages+=("${for_tests[@]}") ;;
  check) packages+=("${for_tests[@]}" clang-format) ;;
  fuzz) packages+=("${for_tests[@]}" clang libclang-rt-14-dev) ;;
  *) echo "install_deps.sh: expected python, test, check, fuzz or nothing, found $1" >&2; exit 2 ;;
esac
# Any Node.js with npm will do; Debian's where there is none.
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
    missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      { echo "install_deps.sh: needs root or sudo to install: ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
  fi
  echo "installing from Debian: ${missing[*]}" >&2
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install \
    -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
fi

# The report's drawing code and the browser driver of its test, as package-lock.json names them.
if [ -f package-lock.json ] && ! cmp -s package-lock.json node_modules/.installed-lock; then
  echo "installing from npm: $(node -p 'Object.keys(require("./package.json").dependencies || {}).join(" ")')" >&2
  npm ci --no-audit --no-fund --loglevel=error >&2
  cp package-lock.json node_modules/.installed-lock
fi
