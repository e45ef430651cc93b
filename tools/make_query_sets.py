#!/usr/bin/env python3
"""Query sets from labelled collections, for problem `diversification` (docs/diversification.md).

A query is a word; its candidates are documents that have it in their first line (Reuters: the headline; newsgroups: the
subject), its subtopics the labels of these. No document is in two queries, so that draws hold out documents as well as queries.

    tools/make_query_sets.py reuters FOLDER OUTPUT.jsonl [--candidates 30] [--seed 1]
    tools/make_query_sets.py 20news FOLDER OUTPUT.jsonl

FOLDER holds reuters-modapte-{train,test}.jsonl.xz or 20news-bydate-{train,test}.jsonl.xz. The recipe, the same for a seed:
  1. words of first lines (lower-cased letters, three or more), in an order drawn by the seed
  2. of each the documents that have it in their first line and are in no query yet; where they are fewer than --candidates, the
     next word
  3. --candidates of them, drawn; a query where they have at least --subtopics different labels, each counted that at least one
     and not all of them have
The order of candidates is drawn too, so that it tells nothing. What queries ask for is taken out of no text.
"""
import argparse
import collections
import hashlib
import json
import lzma
import os
import random
import re
import sys

SETS = {"reuters": "reuters-modapte-{}.jsonl.xz", "20news": "20news-bydate-{}.jsonl.xz"}
HEADER = re.compile(r"^([A-Za-z-]+):\s*(.*)$")


def reuters_document(record):
    title, _, text = record["text"].partition("\n")
    return {"id": str(record["id"]), "title": title.strip(), "text": text, "subtopics": sorted(set(record["labels"]))}


def news_document(record):
    """Of the header the subject alone: others name the group."""
    header, _, body = record["text"].partition("\n\n")
    fields = {}
    for line in header.splitlines():
        match = HEADER.match(line)
        if match:
            fields.setdefault(match.group(1).lower(), match.group(2))
    subject = re.sub(r"^(re|fwd):\s*", "", fields.get("subject", ""), flags=re.IGNORECASE)
    return {"id": str(record["id"]), "title": subject, "text": body, "subtopics": [record["label"]]}


def read_documents(name, folder):
    make = reuters_document if name == "reuters" else news_document
    for part in ("train", "test"):
        path = os.path.join(folder, SETS[name].format(part))
        if not os.path.exists(path):
            sys.exit(f"{path}: no such file: expected the folder of {name}")
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield make(json.loads(line))


def title_words(document):
    return set(re.findall(r"[a-z]{3,}", document["title"].lower()))


def telling_subtopics(documents):
    counts = collections.Counter(topic for document in documents for topic in document["subtopics"])
    return sum(1 for count in counts.values() if count < len(documents))


def query_sets(documents, candidates, subtopics, seed):
    by_word = collections.defaultdict(list)
    for place, document in enumerate(documents):
        for word in title_words(document):
            by_word[word].append(place)
    words = sorted(word for word, places in by_word.items() if len(places) >= candidates)
    generator = random.Random(seed)
    generator.shuffle(words)
    used = set()
    for word in words:
        free = [place for place in by_word[word] if place not in used]
        if len(free) < candidates:
            continue
        drawn = generator.sample(free, candidates)
        chosen = [documents[place] for place in drawn]
        if telling_subtopics(chosen) < subtopics:
            continue
        used.update(drawn)
        yield {"query": word, "candidates": chosen}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", choices=sorted(SETS))
    parser.add_argument("folder")
    parser.add_argument("output")
    parser.add_argument("--candidates", type=int, default=30)
    parser.add_argument("--subtopics", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.candidates < 2 or options.subtopics < 1:
        parser.error("expected --candidates of at least 2 and --subtopics of at least 1")
    documents = list(read_documents(options.set, options.folder))
    digest, count = hashlib.sha256(), 0
    os.makedirs(os.path.dirname(options.output) or ".", exist_ok=True)
    unfinished = options.output + ".part"
    with open(unfinished, "w", encoding="utf-8") as out:
        for query in query_sets(documents, options.candidates, options.subtopics, options.seed):
            line = json.dumps(query, ensure_ascii=False) + "\n"
            digest.update(line.encode("utf-8"))
            out.write(line)
            count += 1
    if count == 0:
        os.remove(unfinished)
        sys.exit(f"{options.folder}: no word is in the first line of {options.candidates} documents with {options.subtopics} labels")
    os.replace(unfinished, options.output)
    print(f"{count} queries of {options.candidates} documents, SHA-256 {digest.hexdigest()[:16]}", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except (OSError, lzma.LZMAError, ValueError) as error:  # ValueError: of json, and of what is no UTF-8
        sys.exit(f"make_query_sets: {error}")
