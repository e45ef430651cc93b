// Labels that are probably not meant as they are read are told before anything is learned.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "experiments/draws/toy_files.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

TEST_CASE("labels that other tools write for none, and lists of labels, are told",
          "[experiments][notes]") {
  const ToyFiles toy;
  const auto notes_of = [&](const std::string& rows) {
    write_text(toy.folder / "train.svm", rows);
    return toy.notes(training_of_rows({{"type", "structural_svm"}}));
  };
  const std::string none = "is a class like others";
  CHECK_THAT(notes_of("-1 1:1\n0 1:2\n1 1:3\n2 1:4\n"), Contains("the label -1 " + none));
  CHECK_THAT(notes_of("-1 1:1\n0 1:2\n"), Contains("the label -1 " + none));
  CHECK_THAT(notes_of("- 1:1\nyes 1:2\nno 1:3\n"), Contains("the label - " + none));
  CHECK_THAT(notes_of("-1 1:1\n1 1:2\n-1 1:3\n"), !Contains(none));
  CHECK_THAT(notes_of("-1 1:1\n-2 1:2\n1 1:3\n"), !Contains(none));
  CHECK_THAT(notes_of("-1 1:1\nspam 1:2\n1 1:3\n"), !Contains(none));
  CHECK_THAT(notes_of("4 1:1\n0,3 1:2\n0,1 1:3\n3,4 1:2\n"),
             Contains("labels are lists (0,3)") && Contains("\"topic\": \"0\""));
  CHECK_THAT(notes_of("4 1:1\n3 1:2\n4 1:2\n"), !Contains("lists"));
}

TEST_CASE("labels that may mean a missing one, or that nearly agree, are told",
          "[experiments][notes]") {
  const ToyFiles toy;
  const auto notes_of = [&](const std::string& rows, const Json& more = Json::object()) {
    write_text(toy.folder / "train.csv", "x,y\n" + rows);
    Json json = training_of_rows({{"type", "structural_svm"}});
    json["data"] = {{"format", "csv"}, {"target", "y"}, {"train", "train.csv"}};
    json["data"].update(more);
    return toy.notes(json);
  };
  CHECK_THAT(
      notes_of("1,yes\n2,Unknown\n3,no\n"),
      Contains("the label \"Unknown\" is a class like others") &&
          Contains("if it means that a label is missing, \"unknown\": \"Unknown\" leaves its "
                   "examples unlabeled, in place of ?"));
  // What the notes advise leaves no note.
  const std::string missing = "1,yes\n2,Unknown\n3,no\n4,n/a\n";
  CHECK_THAT(notes_of(missing),
             Contains("the labels \"Unknown\", \"n/a\" are classes like others; if they mean") &&
                 Contains("\"unknown\": \"Unknown\", \"label_map\": {\"n/a\": \"Unknown\"} leave"));
  CHECK_THAT(notes_of(missing, {{"unknown", "Unknown"}, {"label_map", {{"n/a", "Unknown"}}}}),
             !Contains("like others"));
  CHECK_THAT(notes_of(missing, {{"unknown", "n/a"}, {"label_map", {{"no", "none"}}}}),
             Contains("{\"Unknown\": \"n/a\", \"no\": \"n/a\"}"));
  CHECK_THAT(notes_of(missing, {{"unknown", "n/a"}}),
             Contains("missing, \"label_map\": {\"Unknown\": \"n/a\"} leaves"));
  CHECK_THAT(notes_of("1,yes\n2,unknown cause\n3,no\n"), !Contains("missing"));
  CHECK_THAT(notes_of("1,cars\n2,\"Cars \"\n3,no\n"),
             Contains("the labels \"cars\" and \"Cars \" differ only by blanks or case") &&
                 Contains("\"label_map\": {\"Cars \": \"cars\"}"));
  CHECK_THAT(notes_of("1,new  cars\n2,new cars\n3,NEW CARS\n"), Contains("(3 such in all)"));
  CHECK_THAT(notes_of("1,cars\n2,Cars\n3,bikes\n4,Bikes\n"), Contains("(4 such in all)"));
  CHECK_NOTHROW(notes_of("1,yes\n2,\" \"\n3,no\n4,\"\t\"\n"));
  // Long labels are whole in label_map, and few are named.
  const std::string tail(70, 'x');
  CHECK_THAT(notes_of("1,a" + tail + "\n2,A" + tail + "\n"),
             Contains("{\"A" + tail + "\": \"a" + tail + "\"}"));
  const auto pairs = [](int alike, int others) {
    std::string rows;
    for (int i = 0; i < alike + others; ++i) {
      rows += fmt::format("{},word{}x\n", i, i);
      if (i < alike) rows += fmt::format("{},Word{}x\n", i, i);
    }
    return rows;
  };
  CHECK_THAT(notes_of(pairs(5, 0)),
             Contains("\"Word2x\": \"word2x\"} makes them one, with 2 more"));
  CHECK_THAT(notes_of(pairs(11, 2)), Contains("blanks or case"));
  CHECK_THAT(notes_of(pairs(11, 20)), !Contains("blanks or case"));  // a vocabulary
  CHECK_THAT(notes_of("1,cars\n2,Cars\n3,no\n", {{"label_map", {{"no", "yes"}}}}),
             Contains("\"label_map\" makes them one"));
  CHECK_THAT(notes_of("1,a\n2,A\n3,no\n"), !Contains("blanks"));
  CHECK_THAT(notes_of("1,cars\n2,car s\n3,no\n"), !Contains("blanks"));
}

TEST_CASE("types of chunks that nearly agree get one spelling", "[experiments][notes]") {
  const ToyFiles toy;
  const auto notes_of = [&](const Json& more) {
    write_text(toy.folder / "train.conll",
               "a B-PER\nb O\n\nc B-per\nd I-per\n\ne B-PER\nf I-PER\n\n");
    Json json = toy_training();
    json["learner"] = {{"type", "perceptron"}};
    json.erase("views");
    json["data"].update(more);
    return toy.notes(json);
  };
  CHECK_THAT(notes_of(Json::object()),
             Contains("the types \"PER\" and \"per\" differ only by blanks or case") &&
                 Contains("\"B-per\": \"B-PER\"") && Contains("\"I-per\": \"I-PER\""));
  CHECK_THAT(notes_of({{"label_map", {{"B-per", "B-PER"}, {"I-per", "I-PER"}}}}),
             !Contains("blanks or case"));
  // label_map counts before labels are in the scheme.
  CHECK_THAT(notes_of({{"scheme", "iobes"}}),
             Contains("\"label_map\" makes them one") && !Contains("S-"));
}

TEST_CASE("a format with a mark of its own says how a label is left out", "[experiments][notes]") {
  const ToyFiles toy;
  const auto notes_of = [&](const std::string& field) {
    write_text(toy.folder / "train.conllu",
               "1\tCourt\tCourt\tnone\t_\tCase=None\t_\t_\t_\t_\n"
               "2\tcourt\tcourt\tNOUN\t_\tCase=Nom\t_\t_\t_\t_\n"
               "3\tnone\tnone\tPRON\t_\t_\t_\t_\t_\t_\n\n");
    Json json = toy_training();
    json["learner"] = {{"type", "perceptron"}};
    json.erase("views");
    json["data"] = {{"format", "conllu"}, {"train", "train.conllu"}, {"label", field}};
    return toy.notes(json);
  };
  CHECK_THAT(notes_of("upos"),
             Contains("the label \"none\" is a class like others; if it means that "
                      "a label is missing, write _ in place of it"));
  CHECK_THAT(notes_of("feats.Case"), Contains("\"None\" is a class like others\n"));
  CHECK_THAT(notes_of("lemma"), !Contains("like others") && !Contains("blanks or case"));
  for (const Format& format : formats()) {
    INFO(format.name);
    if (!format.rows || !format.rows->knows_missing_labels) continue;
    CHECK(!format.how_to_unlabel.empty());
  }
}

TEST_CASE("the positive label is told where the order of rows decides it", "[experiments][notes]") {
  const ToyFiles toy;
  Json json = training_of_rows({{"type", "structural_svm"}, {"solver", "one_slack"}});
  json["problem"] = {{"type", "multivariate"}, {"loss", "f1"}};
  const auto notes_of = [&](const std::string& rows) {
    write_text(toy.folder / "train.svm", rows);
    return toy.notes(json);
  };
  CHECK_THAT(notes_of("ham 1:1\nspam 1:2\nham 1:3\n"),
             Contains("the positive label is \"spam\"") && Contains("set \"positive\""));
  CHECK_THAT(notes_of("spam 1:1\nham 1:2\nham 1:3\n"), Contains("the positive label is \"ham\""));
  CHECK_THAT(notes_of("-1 1:1\n+1 1:2\n-1 1:3\n"), !Contains("positive label"));
  json["problem"]["positive"] = "ham";
  CHECK_THAT(notes_of("spam 1:1\nham 1:2\nham 1:3\n"), !Contains("positive label"));
}

TEST_CASE("an outside label among letters is told", "[experiments][notes]") {
  const ToyFiles toy;
  const auto notes_of = [&](const std::string& tokens) {
    write_text(toy.folder / "train.conll", tokens);
    Json json = toy_training();
    json["learner"] = {{"type", "perceptron"}};
    json.erase("views");
    return toy.notes(json);
  };
  const std::string note = "the label \"O\" does not count for F1";
  CHECK_THAT(notes_of("a N\nb O\nc P\n\n"), Contains(note));
  CHECK_THAT(notes_of("a B\nb I\nc O\n\n"), !Contains(note));
  CHECK_THAT(notes_of("a PER\nb LOC\nc O\n\n"), !Contains(note));
}
