// Catalogs: what they find, what they refuse, and that entries stay where they are.
#include <catch2/catch.hpp>

#include "costruct/core/catalog.hpp"

using namespace costruct;

namespace {

struct Shape {
  std::string name;
  int corners = 0;
};

Catalog<Shape> shapes() {
  return {"shape", {{"triangle", 3}, {"square", 4}}, [](const Shape& shape) {
            return std::string(shape.corners > 0 ? "" : "`corners`");
          }};
}

}  // namespace

TEST_CASE("a catalog finds its entries by name and lists them in their order", "[core][catalog]") {
  Catalog<Shape> all = shapes();
  all.add({"pentagon", 5});
  CHECK(all.names() == std::vector<std::string>{"triangle", "square", "pentagon"});
  CHECK(all.size() == 3);
  REQUIRE(all.find("square") != nullptr);
  CHECK(all.find("square")->corners == 4);
  CHECK(all.find("circle") == nullptr);
  CHECK(all.find("") == nullptr);
}

TEST_CASE("a catalog refuses an entry of a known name, without a name, or incomplete",
          "[core][catalog]") {
  Catalog<Shape> all = shapes();
  CHECK_THROWS_WITH(all.add({"square", 5}),
                    "shape \"square\": the catalog has a shape of this name already");
  CHECK_THROWS_WITH(all.add({"", 5}), "shape \"\": a shape needs a name");
  CHECK_THROWS_WITH(all.add({"circle", 0}), "shape \"circle\": the entry lacks `corners`");
  CHECK(all.names() == std::vector<std::string>{"triangle", "square"});
  CHECK(all.find("square")->corners == 4);
}

TEST_CASE("entries of a catalog stay where they are when others are added", "[core][catalog]") {
  Catalog<Shape> all = shapes();
  const Shape* square = all.find("square");
  for (int i = 5; i < 1000; ++i) all.add({"polygon " + std::to_string(i), i});
  CHECK(all.find("square") == square);
  CHECK(square->corners == 4);
}
