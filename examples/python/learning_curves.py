# %% [markdown]
# # Learning curves in a notebook
#
# The experiment of quickstart.sh, as tables and a picture. It needs the Brown corpus
# (tools/get_data.sh brown), pandas and Matplotlib. Editors show the parts of this file as cells.
#
#     python3 examples/python/learning_curves.py [FOLDER [KEY=VALUE ...]]
#
# FOLDER gets the results; KEY=VALUE changes the config, as sweep.repetitions=2.

# %%
import pathlib
import sys

import matplotlib

import costruct

matplotlib.use("Agg")  # a picture in a file; leave this out in a notebook

# %% Run, or go on with what has been computed
root = pathlib.Path(__file__).resolve().parents[2]
out = sys.argv[1] if len(sys.argv) > 1 else "runs/quickstart"
run = costruct.run(root / "configs" / "quickstart.json", data=root / "data", out=out, jobs=2,
                   overrides=sys.argv[2:])

# %% The curves as a table: labeled sizes by learner and number of unlabeled sentences
curves = run.curves
errors = curves[curves["metric"] == "token_error"]
print((100 * errors.pivot_table(index="labeled", columns=["learner", "unlabeled"],
                                values="mean")).round(1))

# %% What the experiment says of its claims
print(run.claims[["claim", "verdict"]].to_string(index=False))

# %% The picture: bands are standard errors, one panel for each number of unlabeled sentences
axes = run.plot()
axes[0].figure.savefig(run.folder / "curves.png", dpi=150, bbox_inches="tight")
print(f"picture in {run.folder / 'curves.png'}")
