#!/usr/bin/env python3
"""Links of points to their nearest neighbours, for problem `graph` and the extractor `links` (docs/graph.md).

    tools/make_neighbours.py POINTS OUTPUT.tsv [--neighbours 5]

POINTS is an svmlight file, plain or .xz. A line of OUTPUT has the numbers of two rows, from 1: a row and one of the rows that
lie nearest to it by the distance of their features. Among equally near ones the first is taken. Labels are not read.
"""
import argparse
import heapq
import lzma
import math
import os


def read_points(file):
    points = []
    with (lzma.open(file, "rt") if file.endswith(".xz") else open(file)) as lines:
        for line in lines:
            fields = line.split("#")[0].split()[1:]
            if fields:
                points.append({int(f): float(v) for f, v in (field.split(":") for field in fields)})
    features = sorted({feature for point in points for feature in point})
    return [tuple(point.get(feature, 0.0) for feature in features) for point in points]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("points")
    parser.add_argument("output")
    parser.add_argument("--neighbours", type=int, default=5)
    given = parser.parse_args()
    points = read_points(given.points)
    if not 0 < given.neighbours < len(points):
        parser.error(f"--neighbours {given.neighbours}: must be from 1 to {len(points) - 1}, the other points")
    distance = [[0.0] * len(points) for _ in points]
    for i, point in enumerate(points):
        for j in range(i):
            distance[i][j] = distance[j][i] = math.dist(point, points[j])
    os.makedirs(os.path.dirname(given.output) or ".", exist_ok=True)
    with open(given.output, "w") as out:
        for i, row in enumerate(distance):
            others = (j for j in range(len(points)) if j != i)
            for j in heapq.nsmallest(given.neighbours, others, key=row.__getitem__):
                print(i + 1, j + 1, sep="\t", file=out)


if __name__ == "__main__":
    main()
