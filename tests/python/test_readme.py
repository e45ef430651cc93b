"""The lines of Python in README.md run as they stand there."""

import ast
import pathlib
import re

README = pathlib.Path(__file__).parents[2] / "README.md"


def test_the_lines_of_python_run_and_print_labels(capsys):
    blocks = re.findall(r"^```python\n(.*?)^```", README.read_text("utf8"), re.M | re.S)
    assert len(blocks) == 1
    assert len(blocks[0].splitlines()) == 4
    raw_sentences = [[f"word{(7 * s + t) % 11}" for t in range(5)] for s in range(60)]
    sentences = raw_sentences[:12]
    tags = [["DET" if int(word[4:]) % 2 else "NOUN" for word in words] for words in sentences]
    exec(blocks[0], {"sentences": sentences, "tags": tags, "raw_sentences": raw_sentences})
    [labels] = ast.literal_eval(capsys.readouterr().out)
    assert len(labels) == 2
    assert set(labels) <= {"DET", "NOUN"}
