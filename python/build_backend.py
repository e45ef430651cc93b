"""The build backend of pyproject.toml: CMake builds costruct._core, and a wheel is zipped of it and
of python/costruct. It needs nothing from a package index.

Environment: COSTRUCT_BUILD_DIR keeps the build for the next time; COSTRUCT_NATIVE=1 compiles for
this machine's processor alone; CMAKE_BUILD_PARALLEL_LEVEL is the number of jobs."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = "costruct"
VERSION = re.search(r"^project\(costruct VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(),
                    re.MULTILINE).group(1)
METADATA = f"""Metadata-Version: 2.1
Name: {NAME}
Version: {VERSION}
Summary: Semi-supervised structured prediction
Requires-Python: >=3.11
Requires-Dist: numpy
Requires-Dist: scipy
Requires-Dist: scikit-learn
Provides-Extra: run
Requires-Dist: pandas; extra == "run"
Requires-Dist: matplotlib; extra == "run"
"""


def _tag():
    python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def _build(folder):
    """Builds in a folder, and returns the one that has the package."""
    native = "ON" if os.environ.get("COSTRUCT_NATIVE") == "1" else "OFF"
    configure = ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 "-DCOSTRUCT_PYTHON=ON", "-DCOSTRUCT_TESTS=OFF", "-DCOSTRUCT_UNITY=48",
                 f"-DCOSTRUCT_NATIVE={native}", f"-DPython_EXECUTABLE={sys.executable}"]
    for command in (configure, ["cmake", "--build", folder, "--target", "costruct_python"]):
        subprocess.run([str(part) for part in command], check=True)
    return pathlib.Path(folder) / "python" / NAME


def _write_wheel(package, directory):
    name = f"{NAME}-{VERSION}-{_tag()}.whl"
    info = f"{NAME}-{VERSION}.dist-info"
    files = {f"{NAME}/{file.name}": file.read_bytes() for file in sorted(package.iterdir())
             if file.suffix in (".py", ".pyi", ".so", ".typed") and file.is_file()}
    files[f"{info}/METADATA"] = METADATA.encode()
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: {NAME}\n"
                              f"Root-Is-Purelib: false\nTag: {_tag()}\n").encode()
    files[f"{info}/entry_points.txt"] = (
        f"[console_scripts]\n{NAME} = {NAME}.__main__:main\n").encode()
    record = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{path},sha256={digest},{len(content)}")
    record.append(f"{info}/RECORD,,\n")
    files[f"{info}/RECORD"] = "\n".join(record).encode()
    with zipfile.ZipFile(pathlib.Path(directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0)), content)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    kept = os.environ.get("COSTRUCT_BUILD_DIR")
    if kept:
        return _write_wheel(_build(kept), wheel_directory)
    with tempfile.TemporaryDirectory() as folder:
        return _write_wheel(_build(folder), wheel_directory)


def get_requires_for_build_wheel(config_settings=None):
    return []
