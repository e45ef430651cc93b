# For tests that run a program as a user would, sourced with their arguments PROGRAM WORK_FOLDER:
# goes to the folder, made anew, with the program's path in `program`.
program=$(realpath "$1")
rm -rf "$2"
mkdir -p "$2"
cd "$2"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
# COMMAND | contains [OPTION...] PATTERN: like grep -q, which ends at the first match and so kills the
# command behind it while that still writes. All input is read here.
contains() {
  [[ $(grep -c "$@") -gt 0 ]]
}
# expect CODE TEXT COMMAND...: the exit code, and a text on stderr.
expect() {
  local code=$1 text=$2 found=0
  shift 2
  "$@" > out.txt 2> err.txt || found=$?
  [[ $found == "$code" ]] || fail "exit $found, not $code: $* ($(cat err.txt))"
  grep -qF -- "$text" err.txt || fail "no '$text' in: $(cat err.txt)"
}
