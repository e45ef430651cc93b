# Sourced by the scripts here: a tiny experiment whose cells take about a millisecond.

# write_toy FOLDER [REPETITIONS]: train.conll, pos.json to train from it, and toy.json, three
# learners of which one selects its options.
write_toy() {
  awk 'BEGIN {
    state = 7
    for (i = 0; i < 120; ++i) {
      length_ = 2 + draw(5)
      for (t = 0; t < length_; ++t) {
        word = draw(30)
        label = draw(10) == 0 ? draw(3) : word % 3
        printf "%s%d %s\n", word % 2 ? "W" : "w", word, substr("ABC", label + 1, 1)
      }
      print ""
    }
  }
  function draw(n) { state = (state * 16807) % 2147483647; return state % n }' >"$1/train.conll"
  cat >"$1/toy.json" <<JSON
{"name": "toy", "problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "label"], "train": "train.conll",
          "features": [{"extractor": "token", "window": 1, "group": "token"},
                       {"extractor": "surface", "window": 1, "group": "surface"}]},
 "views": {"split": "named"},
 "sweep": {"labeled": [5, 10], "unlabeled": [0, 15], "holdout": 20, "repetitions": ${2:-20}, "seed": 7},
 "learners": [{"type": "perceptron", "select": {"epochs": [1, 3]}}, {"type": "hmm"},
              {"type": "co_perceptron", "epochs": 3, "views": {"split": "random", "count": 3}}],
 "metrics": ["token_error", "sequence_error"]}
JSON
  cat >"$1/pos.json" <<JSON
{"problem": {"type": "sequence"}, "data": {"format": "conll", "train": "train.conll"}, "learner": {"type": "perceptron"}}
JSON
}

fail() {
  echo "$(basename "$0"): $*" >&2
  for log in "${logs[@]-}"; do
    if [ -f "$log" ]; then sed "s|^|  $(basename "$log"): |" "$log" >&2; fi
  done
  exit 1
}

# same_as REFERENCE FOLDER: no file of results that a reader may find is partial or differs.
same_as() {
  for file in curves.csv config.json; do
    if [ -e "$2/$file" ]; then cmp -s "$1/$file" "$2/$file" ||
      fail "$2/$file differs from an undisturbed run's"; fi
  done
  if [ -e "$2/report.html" ]; then [[ $(tail -c 100 "$2/report.html") == *"</html>"* ]] ||
    fail "$2/report.html is cut off"; fi
}
