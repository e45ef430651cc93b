// Tables on the terminal and as CSV.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/results/text/table.hpp"

namespace costruct::experiments {
namespace {

TEST_CASE("a wide table is split into blocks, each with the keys", "[table]") {
  Table table{{text_column("set"), "one", "two", "±"}};
  table.add({"a", 1, 22, 3});
  table.add({"long", "", 4444, ""});
  CHECK(terminal_text(table) ==
        "set   one   two  ±\n"
        "a       1    22  3\n"
        "long       4444\n");
  CHECK(terminal_text(table, 10) ==
        "set   one\n"
        "a       1\n"
        "long\n"
        "\n"
        "set    two\n"
        "a       22\n"
        "long  4444\n"
        "\n"
        "set   ±\n"
        "a     3\n"
        "long\n");
  CHECK(terminal_text(table, 0) == terminal_text(table, 10));
}

TEST_CASE("a cell of several lines stays in its column, and columns keep their width", "[table]") {
  Table table{{text_column("", 4), text_column("")}};
  table.add({"a\nb", "one\n\nthree"});
  table.add({"longer", "two"});
  CHECK(terminal_text(table) ==
        "a     one\n"
        "b\n"
        "      three\n"
        "longertwo\n");
}

TEST_CASE("CSV has numbers as they are, and text made safe", "[table]") {
  Table table{{"a,b", "c"}};
  table.add({"=1", -0.5});
  table.add({true, -INFINITY});
  table.add({"-inf", NAN});
  CHECK(csv_text(table) == "\"a,b\",c\n'=1,-0.5\ntrue,-inf\n'-inf,nan\n");
  table.rows.clear();
  CHECK(csv_text(table) == "\"a,b\",c\n");
}

}  // namespace
}  // namespace costruct::experiments
