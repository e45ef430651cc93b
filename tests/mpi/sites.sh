#!/usr/bin/env bash
# Sites that keep their labels: one process each gives the models that one process gives for all,
# and those of the closed form; nothing but predictions on unlabeled examples crosses the wire; a
# site that dies ends the others.
#   tests/mpi/sites.sh COSTRUCT WIRE FOLDER
set -euo pipefail
costruct=$1 wire=$2 folder=$3
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
mpirun="mpirun --oversubscribe"
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
fail() { echo "sites.sh: $*" >&2; exit 1; }

# Two sites see a hidden number through two columns each; their labeled examples are different ones.
awk 'BEGIN {srand(11); print "a,b,y" > "one.csv"; print "c,d,y" > "two.csv"; print "a,b" > "one.u.csv"; print "c,d" > "two.u.csv"
     print "a,b,c,d,y" > "test.csv"
     for (i = 0; i < 150; ++i) {
       z = 6 * rand() - 3; a = z + .3 * rand(); b = z * z + .3 * rand(); c = sin(z) + .1 * rand(); d = z - .3 * rand()
       y = sin(z) + z / 2 + .01 * rand()
       if (i < 20) printf "%.9f,%.9f,%.9f\n", a, b, y > "one.csv"
       else if (i < 45) printf "%.9f,%.9f,%.9f\n", c, d, y > "two.csv"
       else if (i < 110) {printf "%.9f,%.9f\n", a, b > "one.u.csv"; printf "%.9f,%.9f\n", c, d > "two.u.csv"}
       else printf "%.9f,%.9f,%.9f,%.9f,%.9f\n", a, b, c, d, y > "test.csv"}}'
for variant in nonparametric semiparametric; do
  cat > $variant.json <<JSON
{"problem": {"type": "regression"},
 "data": {"format": "csv", "target": "y",
          "sites": [{"train": "one.csv", "unlabeled": "one.u.csv"}, {"train": "two.csv", "unlabeled": "two.u.csv"}]},
 "learner": {"type": "co_rlsr", "variant": "$variant", "solver": "distributed", "lambda": 0.1}}
JSON
  rm -f wire.?
  COSTRUCT_WIRE=$PWD/wire $mpirun -n 2 -x LD_PRELOAD="$wire" -x COSTRUCT_WIRE "$costruct" train \
    $variant.json --model sites.st --report sites.json 2>log
  "$costruct" train $variant.json --model here.st --report here.json 2>>log
  for site in 1 2; do cmp sites.st.site-$site here.st.site-$site ||
    fail "$variant: other models of site $site"; done
  "$costruct" predict --model sites.st --data test.csv --output sites.out
  "$costruct" train $variant.json --set learner.solver=closed_form --model closed.st 2>>log
  "$costruct" predict --model closed.st --data test.csv --output closed.out
  paste sites.out closed.out |
    awk '{d = $1 - $2; if (d < 0) d = -d; if (d > 1e-8) exit 1} END {if (NR != 40) exit 1}' ||
    fail "$variant: not the closed form"

  # What crossed: the size once, then the 65 predictions of each round; the last ones are those of
  # the saved model.
  for site in 1 2; do
    log=wire.$((site - 1)) name=$([ $site = 1 ] && echo one || echo two)
    [ "$(head -n 1 $log)" = "size 65" ] && [ "$(grep -c size $log)" = 1 ] ||
      fail "$variant: site $site sent other sizes"
    [ $((($(wc -l < $log) - 1) % 65)) = 0 ] ||
      fail "$variant: site $site sent more than predictions"
    "$costruct" predict --model sites.st.site-$site --data $name.u.csv --output own.out
    paste <(tail -n 65 $log) own.out |
      awk '{d = $1 - $2; if (d < 0) d = -d; if (d > 1e-12) exit 1}' ||
      fail "$variant: site $site sent what its model does not predict"
    # No label and no feature of the site is among the numbers that it sent.
    tail -n +2 $log | awk '{printf "%.9f\n", $1}' | sort -u > sent
    tail -q -n +2 $name.csv $name.u.csv | tr ',' '\n' | sort -u > secret
    [ -z "$(comm -12 sent secret)" ] || fail "$variant: site $site sent one of its own numbers"
  done
done

# A site that dies, or whose examples do not fit, ends the run: with an error and soon.
timeout 60 $mpirun -n 2 "$costruct" train nonparametric.json --set learner.lambda=1e6 \
  --set learner.tolerance=1e-300 \
  --set learner.max_rounds=100000000 --model dead.st >/dev/null 2>&1 &
job=$!
sleep 2
victim=$(pgrep -f "$costruct train nonparametric.json.*dead.st" | tail -n 1)
kill -KILL "$victim"
code=0; wait $job || code=$?
[ $code != 0 ] && [ $code != 124 ] || fail "a run with a dead site ended with $code"
[ ! -e dead.st ] || fail "a run with a dead site left a model"

head -n 60 two.u.csv > short.u.csv
code=0; timeout 60 $mpirun -n 2 "$costruct" train nonparametric.json \
  --set data.sites.1.unlabeled=short.u.csv --model bad.st 2>log || code=$?
[ $code = 3 ] && grep -q "the sites must hold the same" log ||
  { cat log; fail "different unlabeled examples gave $code"; }
code=0; timeout 60 $mpirun -n 3 "$costruct" train nonparametric.json --model bad.st 2>log || code=$?
[ $code = 2 ] && grep -q "mpirun -n 2" log ||
  { cat log; fail "three processes for two sites gave $code"; }
code=0; timeout 60 $mpirun -n 2 "$costruct" train nonparametric.json \
  --set learner.solver=closed_form --model bad.st 2>log || code=$?
[ $code = 2 ] && grep -q "distributed" log ||
  { cat log; fail "the closed form over processes gave $code"; }
code=0; "$costruct" train nonparametric.json --set data.sites.1.unlabeled=short.u.csv \
  --model bad.st 2>log || code=$?
[ $code = 3 ] || { cat log; fail "different unlabeled examples in one process gave $code"; }
rm sites.st.site-2
code=0; "$costruct" predict --model sites.st --data test.csv 2>log || code=$?
[ $code = 3 ] && grep -q "site-2" log || { cat log; fail "a missing site gave $code"; }
echo "two sites: the same models in one process and in two, and nothing but predictions on the wire"
