// Files that are either there in full or not at all, and the names that they have meanwhile.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <set>

#include "costruct/io/output_file.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

}  // namespace

TEST_CASE("temporary files have names of their own that go with them", "[files]") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "p.txt";
  std::set<std::string> seen;
  for (int i = 0; i < 20; ++i) {
    OutputFile first(file), second(file);
    const std::set<std::string> names = names_in(folder.path());
    REQUIRE(names.size() == 2);
    for (const std::string& name : names) {
      CHECK(name.starts_with("p.txt.tmp"));
      CHECK(name.size() == std::string("p.txt.tmp").size() + 8);
      CHECK(seen.insert(name).second);
    }
  }
  CHECK(names_in(folder.path()).empty());
}

TEST_CASE("a committed file has what was written, the mode that umask leaves, and no companion",
          "[files]") {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  write_file(folder / "a", "one");
  write_file_to_disk(folder / "b", "two");
  ::umask(before);
  CHECK(names_in(folder.path()) == std::set<std::string>{"a", "b"});
  CHECK(read_text(folder / "a") == "one");
  CHECK(read_text(folder / "b") == "two");
  for (const char* name : {"a", "b"}) {
    struct stat facts {};
    REQUIRE(::stat((folder / name).c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777) == 0640);
  }
  write_file_to_disk(folder / "a", "three");
  CHECK(read_text(folder / "a") == "three");
}
