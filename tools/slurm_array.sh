#!/usr/bin/env bash
# A sweep, or the predictions for a file, as a Slurm job array: each task runs one shard on one
# core, a last job brings them together in OUT.
#   tools/slurm_array.sh SHARDS CONFIG OUT [options of costruct run, as --data-dir DIR]
#   tools/slurm_array.sh SHARDS predict|evaluate|suggest OUT --model FILE --data FILE ...
# Where the config has `select`, the shards run twice: first the cells by which values are chosen,
# merged, then the curves. COSTRUCT names the program, SBATCH_... variables set partition, account
# and time as sbatch(1) says. The same command again goes on where the jobs of a sweep stopped;
# shards of predictions are computed again. `squeue --me` shows what is still running. Afterwards
# OUT of a sweep has report.html. What the other commands print stands in OUT/jobs/merge.log.
set -euo pipefail
if [ $# -lt 3 ]; then sed -n '4,5s/^# *//p' "$0" >&2; exit 2; fi
shards=$1 config=$2 out=$3
shift 3
costruct=${COSTRUCT:-costruct}
options=$(printf ' %q' "$@")
mkdir -p "$out/jobs"
case $config in
predict | evaluate | suggest) command=$config ;;
*) command="run $(printf %q "$config")" ;;
esac

changes=()
for ((i = 1; i < $#; ++i)); do
  next=$((i + 1))
  if [ "${!i}" = --set ]; then changes+=(--set "${!next}"); fi
done
rounds=1
if [ "$command" != "$config" ] && "$costruct" validate "$config" "${changes[@]}" 2>/dev/null |
  grep -q '"select": {'; then rounds=2; fi
after=()
for round in $(seq "$rounds"); do
  array=$(sbatch --parsable "${after[@]}" --job-name="costruct $round" --ntasks=1 --cpus-per-task=1 \
    --array="1-$shards" --output="$out/jobs/shard-%a.log" --open-mode=append \
    --wrap="$(printf '%q %s --out %q' "$costruct" "$command" "$out")$options --shard \$SLURM_ARRAY_TASK_ID/$shards")
  merge=$(sbatch --parsable --dependency="afterany:$array" --job-name="costruct merge" --ntasks=1 \
    --output="$out/jobs/merge.log" --open-mode=append \
    --wrap="$(printf '%q merge %q' "$costruct" "$out")")
  after=(--dependency="afterany:$merge")
  echo "round $round: array job $array, then merge job $merge"
done
