#!/usr/bin/env bash
# Runs what a page of the guide tells its reader to type: every block fenced as ```sh, in order, in
# an empty folder. What stands behind sh says more:
#   ```sh             ends with exit code 0
#   ```sh exit=2      ends with this exit code
#   ```sh data        needs the data folder: left out where COSTRUCT_DATA names none
# A block fenced as ```text said has lines that the block before it must write, word for word, in
# this order. Fences stand in the first column.
#   tests/readme/page.sh PAGE COSTRUCT FOLDER
set -euo pipefail
page=$(realpath "$1") costruct=$2 folder=$3
blocks=$folder.blocks
rm -rf "$folder" "$blocks" && mkdir -p "$folder" "$blocks"
PATH=$(dirname "$costruct"):$PATH
export LC_ALL=C.UTF-8

# One file a block: 007.sh with 007.info, and 007.said beside it. A fence that could mean commands
# or what they say, and is none of the two, is an error: it would be passed over.
awk -v folder="$blocks" -v page="$page" '
  function refuse(what) { printf "%s:%d: %s\n", page, FNR, what > "/dev/stderr"; refused = 1; exit 1 }
  function open_block(kind) { file = sprintf("%s/%03d.%s", folder, count, kind); lines = 0; printf "" > file }
  /^```/ && file != "" {
    if ($0 !~ /^``` *$/) refuse("a block begins in another one: " $0)
    if (file ~ /said$/ && lines == 0) refuse("nothing is said")
    close(file); file = ""; next
  }
  file != "" { print > file; ++lines; next }
  /^```sh( |$)/ {
    ++count; open_block("sh"); has_said = 0
    print substr($0, 6) > sprintf("%s/%03d.info", folder, count)
    next
  }
  /^```text said$/ {
    if (count == 0) refuse("what is said stands before all commands")
    if (has_said++) refuse("what these commands say stands in two blocks")
    open_block("said"); next
  }
  /^[ \t>]*([-+*]|[0-9]+[.)])?[ \t]*(```|~~~).*(sh|said)/ {
    refuse("no rule takes " $0 "; expected ```sh, words behind it, or ```text said, from the first column")
  }
  /^```/ { file = "/dev/null" }
  END { if (!refused && file != "") refuse("the last block does not end") }' "$page"

# Each line of $1 stands in $2, in order.
says() {
  awk 'NR == FNR {want[++n] = $0; next} $0 == want[at + 1] {++at}
       END {if (at < n) {print "not said: " want[at + 1]; exit 1}}' "$1" "$2"
}

cd "$folder"
count=0
for block in "$blocks"/*.sh; do
  [ -e "$block" ] || { echo "$page has no block of commands" >&2; exit 1; }
  info=$(cat "${block%.sh}.info") expected=0
  for word in $info; do
    case $word in
      exit=*) expected=${word#exit=} ;;
      data)
        [ -d "${COSTRUCT_DATA:-}" ] ||
          { echo "left out, no data folder: $(basename "$block")"; continue 2; }
        ;;
      *) echo "$page: \`\`\`sh $info: expected exit=NUMBER or data" >&2; exit 1 ;;
    esac
  done
  status=0
  bash -euo pipefail "$block" < /dev/null > "$blocks/out" 2>&1 || status=$?
  wrong=
  [ "$status" = "$expected" ] || wrong="exit code $status, expected $expected"
  said=${block%.sh}.said
  if [ -z "$wrong" ] && [ -e "$said" ]; then
    wrong=$(says "$said" "$blocks/out") || wrong=${wrong:-"cannot compare what is said"}
  fi
  if [ -n "$wrong" ]; then
    { echo "$page: $wrong; the commands:"; cat "$block"; echo "what they wrote:"; cat \
      "$blocks/out"; } >&2
    exit 1
  fi
  count=$((count + 1))
done
echo "$count blocks"
