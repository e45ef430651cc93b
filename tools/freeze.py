#!/usr/bin/env python3
"""Keeps what a change of the house must not change, and says what differs.

    tools/freeze.py BUILD FOLDER        writes FOLDER: one text per thing that is frozen
    tools/freeze.py --compare A B       exits 1 and names what differs between two folders

BUILD is a folder in which `ctest -R '^configs: .* runs$'` has run: the small runs of configs/ are read from
it. Frozen are, of every config, the config as it is read (`validate`), the identities, splits and choices of
the cells of its small run, its curves.csv and claims.csv; of one config for each pair of a problem and a
learner, the model that `train` makes; and what `schema` and `list` print. Configs without a small run, as
their data are not at hand, are listed in `without_data`. Data are looked for in $COSTRUCT_DATA and data/.
"""
import hashlib
import json
import os
import sqlite3
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LISTS = ["problems", "learners", "losses", "metrics", "formats", "datasets", "kernels", "extractors"]


def run(program, *arguments):
    """What the program prints, or its error, without the folders of this machine."""
    done = subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=300)
    text = done.stdout if done.returncode == 0 else f"exit {done.returncode}\n{done.stderr}"
    for folder in (str(ROOT), os.environ.get("COSTRUCT_DATA", "")):
        if folder:
            text = text.replace(folder, "")
    return done.returncode, text


def cells_of(store):
    """Rows of the cells without their times: identity, split and choices first, then every metric."""
    connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(cells)")]
    timed = {"row", "train_seconds", "predict_seconds", "peak_memory", "checksum"}
    kept = [name for name in columns if name not in timed]
    quoted = ", ".join(f'"{name}"' for name in kept)
    lines = []
    for row in connection.execute(f"SELECT {quoted} FROM cells ORDER BY key"):
        lines.append(json.dumps({k: v for k, v in zip(kept, row) if v is not None}, sort_keys=True))
    connection.close()
    return "\n".join(lines) + "\n"


def without_times(csv):
    return "".join(line for line in csv.splitlines(True) if "_seconds," not in line)


def model_text(path):
    """The header of a model without its build and checksum, and a hash of the tensors."""
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        tensors = hashlib.sha256(file.read()).hexdigest()
    metadata = header["__metadata__"]
    metadata.pop("checksum", None)
    origin = json.loads(metadata.get("origin", "{}"))
    origin.pop("build", None)
    metadata["origin"] = json.dumps(origin, sort_keys=True)
    return json.dumps(header, sort_keys=True, indent=1) + "\n" + tensors + "\n"


def models(program, folder):
    seen = set()
    for config in sorted((ROOT / "configs").glob("*.json")):
        read = json.loads(config.read_text())
        for learner in read["learners"]:
            pair = (read["problem"]["type"], learner["type"])
            if pair in seen:
                continue
            with tempfile.TemporaryDirectory() as scratch:
                model = Path(scratch) / "model"
                name = learner.get("name", learner["type"])
                code, text = run(program, "train", f"configs/{config.name}", "--learner", name,
                                 "--set", "data.limit=60", "--model", str(model), "-q")
                if code == 3 and "no such file" in text:
                    continue
                seen.add(pair)
                text = model_text(model) if code == 0 else text.replace(scratch, "")
            (folder / f"model.{pair[0]}.{pair[1]}").write_text(text)


def freeze(build, folder):
    program = str(Path(build).resolve() / "bin" / "costruct")
    folder.mkdir(parents=True)
    (folder / "schema").write_text(run(program, "schema")[1])
    for kind in LISTS:
        (folder / f"list.{kind}").write_text(run(program, "list", kind)[1])
    missing = []
    for config in sorted((ROOT / "configs").glob("*.json")):
        name = config.stem
        (folder / f"{name}.validate").write_text(run(program, "validate", f"configs/{config.name}")[1])
        small = Path(build) / "tests" / "configs" / name
        stores = sorted(small.glob("**/results.sqlite"))
        if not stores:
            missing.append(name)
            continue
        for store in stores:
            at = "." + store.parent.name if store.parent != small else ""
            (folder / f"{name}{at}.cells").write_text(cells_of(store))
            for csv in ("curves.csv", "claims.csv"):
                file = store.parent / csv
                if file.exists():
                    (folder / f"{name}{at}.{csv}").write_text(without_times(file.read_text()))
        for csv in small.glob("collection*.csv"):
            (folder / f"{name}.{csv.name}").write_text(without_times(csv.read_text()))
    (folder / "without_data").write_text("\n".join(missing) + "\n")
    models(program, folder)
    print(f"{len(list(folder.iterdir()))} things in {folder}; {len(missing)} configs without a small run")


def compare(a, b):
    names = sorted({each.name for each in a.iterdir()} | {each.name for each in b.iterdir()})
    differ = 0
    for name in names:
        if not (a / name).exists() or not (b / name).exists():
            print(f"{name}: only in {a if (a / name).exists() else b}")
        elif (a / name).read_bytes() != (b / name).read_bytes():
            one, other = (a / name).read_text().splitlines(), (b / name).read_text().splitlines()
            lines = sum(x != y for x, y in zip(one, other)) + abs(len(one) - len(other))
            print(f"{name}: {lines} of {max(len(one), len(other))} lines differ")
        else:
            continue
        differ += 1
    print("nothing differs" if differ == 0 else f"{differ} of {len(names)} differ")
    return differ


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--compare":
        sys.exit(1 if compare(Path(sys.argv[2]), Path(sys.argv[3])) else 0)
    if len(sys.argv) != 3 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    freeze(sys.argv[1], Path(sys.argv[2]))
