#!/usr/bin/env bash
# The wheel of the built package installs without an index, imports, loads no MPI and learns.
#   tests/python/wheel.sh PYTHON SOURCE_FOLDER PACKAGE_FOLDER WORK_FOLDER
set -euo pipefail
python=$1 source=$2 package=$3 folder=$4
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
wheel=$(PYTHONPATH=$source/python PYTHONDONTWRITEBYTECODE=1 "$python" -c "
import pathlib, sys, build_backend
print(build_backend._write_wheel(pathlib.Path(sys.argv[1]), '.'))" "$package")
"$python" -m venv --system-site-packages v
v/bin/pip install --quiet --no-index "$wheel"
[[ $(v/bin/pip show --files costruct) == *costruct/__init__.pyi*costruct/_core.*.so* ]]
v/bin/python - <<'END'
import costruct

model = costruct.StructuralSVC().fit([[0.0], [1.0], [0.1], [0.9]], ["a", "b", "a", "b"])
assert costruct.__file__.startswith(__import__("sys").prefix), costruct.__file__
assert model.predict([[2.0]]) == ["b"]
with open("/proc/self/maps") as maps:
    assert "libmpi" not in maps.read(), "importing loads MPI"
END
mkdir elsewhere && cd elsewhere
[[ $(../v/bin/costruct --version) == costruct* ]]
../v/bin/costruct list learners | grep '^perceptron' > /dev/null
../v/bin/costruct list formats | grep '^jsonl' > /dev/null  # of the library mail
cd ..
echo "wheel: installed and used"
