"""The types that __init__.pyi declares are those of the package."""

import ast
import inspect
import pathlib
import re

import pytest

import costruct
from costruct import estimators

STUB = ast.parse((pathlib.Path(costruct.__file__).parent / "__init__.pyi").read_text())
DECLARED = {node.name: node for node in STUB.body
            if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
OWN = sorted(set(costruct.__all__) - set(estimators.__all__))


def parameters_of_stub(function):
    a = function.args
    names = [each.arg for each in [*a.posonlyargs, *a.args, *a.kwonlyargs]]
    return names + ([a.kwarg.arg] if a.kwarg else [])


def members_of_stub(node):
    """Functions and fields of a class and of those that it names as bases."""
    found = {}
    for base in node.bases:
        if isinstance(base, ast.Name) and base.id in DECLARED:
            found.update(members_of_stub(DECLARED[base.id]))
    for each in node.body:
        if isinstance(each, ast.FunctionDef):
            found[each.name] = each
        elif isinstance(each, ast.AnnAssign):
            found[each.target.id] = each
    return found


def test_all_names_are_declared():
    assert set(OWN) == {name for name in DECLARED if not name.startswith("_")}


@pytest.mark.parametrize("name", OWN)
def test_parameters_are_those_of_the_package(name):
    thing, node = getattr(costruct, name), DECLARED[name]
    if not inspect.isclass(thing):
        assert list(inspect.signature(thing).parameters) == parameters_of_stub(node)
        return
    declared = members_of_stub(node)
    of_package = [m for m, value in vars(thing).items() if not m.startswith("_") and
                  (inspect.isfunction(value) or isinstance(value, property))]
    missing = [m for m in of_package if m not in declared]
    assert missing == []
    for member, function in declared.items():
        if isinstance(function, ast.FunctionDef) and inspect.isfunction(
                getattr(thing, member, None)):
            found = list(inspect.signature(getattr(thing, member)).parameters)
            assert found == parameters_of_stub(function), member


@pytest.mark.parametrize("name", [name for name in costruct.__all__
                                  if hasattr(getattr(costruct, name), "get_params")])
def test_help_describes_each_parameter(name):
    cls = getattr(costruct, name)
    listed = cls.__doc__.split("Parameters\n")[1].split("Attributes\n")[0]
    described = re.findall(r"^( *)(\w+) : .*\n(?=\1 +\S)", listed, re.M)
    own = {parameter.name for parameter in inspect.signature(cls).parameters.values()
           if parameter.kind != parameter.VAR_KEYWORD}
    assert {parameter for _, parameter in described} >= own
