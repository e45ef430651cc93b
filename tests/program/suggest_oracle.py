"""Checks of suggest.sh, from what other commands say. Exits with 1 and says what is wrong."""
import json, math, os, random, re, subprocess, sys

PROGRAM = os.environ["costruct"]


def output_of(words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def run(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


def check(truth, *said):
    if not truth:
        sys.exit(" ".join(map(str, said)))


def read(name):
    with open(name) as file:
        return file.read()


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


def sentences_of(text):
    return [block.strip("\n") for block in text.split("\n\n") if block.strip()]


def with_labels(sentence, labels):
    labels = iter(labels)
    return re.sub(r"\t\?\t", lambda _: f"\t{next(labels)}\t", sentence)


def entropy(shares):
    return -sum(p * math.log(p) for p in shares.values() if p > 0)


def rating(by, model, sentence, details):
    """The score of a sentence, and what sentences are sorted by."""
    margin = details["margin"] * len(details["output"])
    if by == "margin":
        return margin, (margin,)
    if by == "entropy":
        total = sum(map(entropy, details["marginals"]))
        return total, (-total,)
    write("one.txt", with_labels(sentence, details["output"]) + "\n")
    run("evaluate", "--model", model, "--data", "one.txt", "--report", "one.json")
    share = json.loads(read("one.json"))["disagreement"]
    return share, (-share, margin)


def rank(model, data, by, count, found, report):
    """Rates all sentences by predict, or by evaluate of one sentence, and sorts them."""
    count = int(count)
    sentences = sentences_of(read(data))
    asked = ["--scores"] + (["--marginals"] if by == "entropy" else [])
    lines = run("predict", "--model", model, "--data", data, *asked).splitlines()
    details = [json.loads(line) for line in lines]
    begins, line = [], 1
    for sentence in sentences:
        begins.append(line)
        line += sentence.count("\n") + 2
    rated = [rating(by, model, *each) for each in zip(sentences, details)]
    best = sorted(range(len(rated)), key=lambda i: (rated[i][1], i))[:count]
    written, said = sentences_of(read(found)), json.loads(read(report))
    check(said["by"] == by and said["examples"] == len(sentences), said)
    check(len(written) == count == len(said["suggestions"]), "suggestions:", len(written))
    for place, (i, text, one) in enumerate(zip(best, written, said["suggestions"])):
        wanted = with_labels(sentences[i], details[i]["output"])
        check(text == wanted, "rank", place + 1, ":", text, "is not", wanted)
        check(one["rank"] == place + 1 and one["line"] == begins[i], one, begins[i])
        check(abs(one[by] - rated[i][0]) <= 1e-9 * max(1, abs(rated[i][0])), one, rated[i])


def different(file, wanted):
    """The number of sentences that differ in their words."""
    words = {tuple(row.split("\t")[0] for row in s.split("\n")) for s in sentences_of(read(file))}
    check(len(words) == int(wanted), len(words), "different sentences")


PEAK = """
import resource, subprocess, sys
program, model, sentences = sys.argv[1:]
made = subprocess.Popen(["python3", "make.py", "5", sentences], stdout=subprocess.PIPE)
subprocess.run([program, "suggest", "--model", model, "--data", "-", "--count", "20", "--diverse",
                "-q"], stdin=made.stdout, stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def memory(model):
    """The peak of a child that reads few or many sentences from a pipe."""
    few, many = (int(output_of(["python3", "-c", PEAK, PROGRAM, model, sentences]))
                 for sentences in ("3000", "40000"))
    check(many < few + 8000, "KiB of 3,000 and 40,000 sentences:", few, many)


def loop():
    """Rounds of: train, suggest, label by the truth, add. Errors must fall."""
    pool = output_of(["python3", "make.py", "6", "400"])
    truth = {key: label for _, label, key in (r.split("\t") for r in pool.splitlines() if r)}
    write("train.txt", "\n\n".join(sentences_of(read("train.txt"))[:3]) + "\n\n")
    rest, errors = sentences_of(pool), []
    for _ in range(4):
        run("train", "crf.json", "--model", "loop.st", "-q")
        run("evaluate", "--model", "loop.st", "--data", "test.txt", "--report", "loop.json")
        errors.append(json.loads(read("loop.json"))["metrics"]["token_error"])
        write("rest.txt", "\n\n".join(rest) + "\n")
        chosen = run("suggest", "--model", "loop.st", "--data", "rest.txt", "--count", "15",
                     "--diverse")
        labeled = re.sub(r"\t[NVD]\t(.*)", lambda row: f"\t{truth[row[1]]}\t{row[1]}", chosen)
        write("train.txt", read("train.txt") + labeled)
        done = set(sentences_of(labeled))
        check(len(done) == 15 and done <= set(rest), "suggestions of the pool:", len(done))
        rest = [sentence for sentence in rest if sentence not in done]
    check(errors[-1] < errors[0] - 0.05, "token errors by round:", errors)


def files_of_chains():
    """A file of tagged sentences in each format of chains."""
    random.seed(2)

    def word(number):
        return random.choice("nvd") + str(number)

    words = [[word(10 + s)] + [word(random.randint(0, 9)) for _ in range(s % 4)] for s in range(24)]
    tagged = [[(w, w[0].upper()) for w in sentence] for sentence in words]

    def blocks(row, head=lambda s: ""):
        parts = (head(s) + "".join(row(i, *each) for i, each in enumerate(sentence))
                 for s, sentence in enumerate(tagged))
        return "\n".join(parts) + "\n"

    def record(s, sentence):
        span = {"start": 0, "end": len(sentence[0][0]), "label": sentence[0][1]}
        return json.dumps({"id": s, "text": " ".join(w for w, _ in sentence), "spans": [span]})

    return {
        "conll": blocks(lambda i, w, t: f"{w}  {t}\n"),
        "brown": "".join(" ".join(f"{w}/{t}" for w, t in s) + "\n" for s in tagged),
        "svmhmm": "".join(f"{t} qid:{s} {'nvd'.index(w[0]) + 1}:1 {4 + int(w[1:])}:0.5 # {w}\n"
                          for s, sentence in enumerate(tagged) for w, t in sentence),
        "crfsuite": blocks(lambda i, w, t: f"{t}\tw\\:={w}\t{w[0]}:2\n",
                           lambda s: f"@weight:{1 + s % 2}\n"),
        "conllu": blocks(lambda i, w, t: f"{i + 1}\t{w}\t_\t{t}\t_\t_\t0\t_\t_\t_\n",
                         lambda s: f"# id {s}\n"),
        "spans": "".join(record(s, sentence) + "\n" for s, sentence in enumerate(tagged)),
    }


def files_of_rows():
    """A file of rows in each format."""
    random.seed(3)
    rows = [(i, random.choice("ab"), random.random()) for i in range(24)]
    return {
        "svmlight": "".join(f"{y} 1:{x:.3f} 2:1 # {i}\n" for i, y, x in rows),
        "csv": 'id,"the class",x\n' + "".join(f'"r, {i}",{y},{x + (y == "b"):.3f}\n'
                                              for i, y, x in rows),
        "texts": "".join(json.dumps({"id": i, "text": f"{y}{y} of {int(9 * x)}", "label": y}) + "\n"
                         for i, y, x in rows),
    }


def without_labels(text):
    plain = text.replace('": ', '":').replace(', "', ',"')
    return sorted(re.sub(r"(?<=/)[NVD]\b|\b[NVDab]\b", "", plain).split())


def check_format(name, text, problem):
    """Suggestions of a whole file: evaluate finds no error in them, and predict the same."""
    own, model, suggested = "own." + name, name + ".st", "next." + name
    block = {"format": name, "train": own}
    if name == "csv":
        block["target"] = "the class"
    write(own, text)
    config = {"problem": {"type": problem}, "data": block, "learner": {"type": "crf"}}
    write("own.json", json.dumps(config))
    run("train", "own.json", "--model", model, "-q")
    run("suggest", "--model", model, "--data", own, "--count", "99", "--output", suggested, "-q")
    run("evaluate", "--model", model, "--data", suggested, "--report", "own.report")
    said = json.loads(read("own.report"))
    check(said["examples"] == 24 and said["metrics"]["loss"] == 0, name, said)
    details = [sorted(run("predict", "--model", model, "--data", file, "--scores").splitlines())
               for file in (own, suggested)]
    check(name == "spans" or details[0] == details[1], name, ": features have changed")
    if name != "spans":
        check(without_labels(text) == without_labels(read(suggested)), name,
              ": more than labels has changed")


def formats():
    for name, text in files_of_chains().items():
        check_format(name, text, "sequence")
    rows = files_of_rows()
    for name, text in rows.items():
        check_format(name, text, "multiclass")
    # A table and objects without labels get them.
    write("raw.csv", re.sub(r',[ab],|,"the class",', ",", rows["csv"]))
    table = run("suggest", "--model", "csv.st", "--data", "raw.csv", "--count", "2").splitlines()
    check(table[0] == 'id,x,"the class"' and len(table) == 3, table)
    check(all(re.fullmatch(r'"r, \d+",[\d.]+,[ab]', row) for row in table[1:]), table)
    write("raw.texts", '{"text": "bb of 1", "id": 1.50}\n')
    line = run("suggest", "--model", "texts.st", "--data", "raw.texts", "--count", "2")
    check(line == '{"text":"bb of 1","id":1.5,"label":"b"}\n', line)


def tokens(model, data, count, found, report):
    """The tokens of largest entropy by the marginals of predict, with their labels."""
    count = int(count)
    sentences = sentences_of(read(data))
    lines = run("predict", "--model", model, "--data", data, "--marginals").splitlines()
    rated, seen = [], set()
    for s, line in enumerate(map(json.loads, lines)):
        words = re.sub(r"\t.*", "", sentences[s])
        if words in seen:
            continue
        seen.add(words)
        for t, shares in enumerate(line["marginals"]):
            rated.append((-entropy(shares), s, t, line["output"][t]))
    best = sorted(rated, key=lambda one: one[:3])[:count]
    wanted = {}
    for order, s, t, label in best:
        wanted.setdefault(s, {})[t] = label
    expected = []
    for s, labels in wanted.items():
        rows = sentences[s].split("\n")
        expected.append("\n".join(
            re.sub(r"\t\?\t", lambda _: f"\t{labels.get(t, '?')}\t", row) for t, row in enumerate(rows)))
    check(sentences_of(read(found)) == expected, "tokens differ")
    said = json.loads(read(report))["suggestions"]
    check([one["tokens"] for one in said] ==
          [sorted(t + 1 for t in labels) for labels in wanted.values()], said[:3])


def without(ranked, labeled, count, found):
    """The first ranked sentences whose words are none of the labeled ones."""
    def words(sentence):
        return [row.split("\t")[0] for row in sentence.split("\n")]
    known = [words(sentence) for sentence in sentences_of(read(labeled))]
    others = [s for s in sentences_of(read(ranked)) if words(s) not in known]
    check(sentences_of(read(found)) == others[:int(count)], "--except:", read(found)[:200])


def trees():
    """Entropies of trees are those of all trees that k_best lists."""
    random.seed(4)

    def tree(words):
        if len(words) == 1:
            return f"(S ({words[0].upper()} {words[0]}))"
        cut = random.randint(1, len(words) - 1)
        return f"(S {tree(words[:cut])} {tree(words[cut:])})"

    def sentence():
        return [random.choice("abc") for _ in range(random.randint(1, 6))]

    write("trees.ptb", "".join(tree(sentence()) + "\n" for _ in range(40)))
    config = {"problem": {"type": "parsing"}, "data": {"format": "ptb", "train": "trees.ptb"},
              "learner": {"type": "pcfg"}}
    write("trees.json", json.dumps(config))
    run("train", "trees.json", "--model", "trees.st", "-q")
    lines = run("predict", "--model", "trees.st", "--data", "trees.ptb", "--marginals", "--k-best",
                "1000").splitlines()
    entropies = {}
    for each in map(json.loads, lines):
        shares = dict(enumerate(one["probability"] for one in each["k_best"]))
        check(abs(sum(shares.values()) - 1) < 1e-9, each["output"], sum(shares.values()))
        entropies[each["output"]] = entropy(shares)
    found = run("suggest", "--model", "trees.st", "--data", "trees.ptb", "--count", "50", "--by",
                "entropy", "--report", "trees.report").splitlines()
    for output, one in zip(found, json.loads(read("trees.report"))["suggestions"]):
        check(abs(one["entropy"] - entropies[output]) < 1e-6, output, one, entropies[output])
    check(sorted(found) == sorted(entropies), "trees:", found[:3])
    scores = [entropies[output] for output in found]
    check(all(a > b - 1e-9 for a, b in zip(scores, scores[1:])), "order:", scores)


what, *words = sys.argv[1:]
functions = {"rank": rank, "different": different, "memory": memory, "loop": loop,
             "formats": formats, "tokens": tokens, "trees": trees, "except": without}
functions[what](*words)
