// Reads any bytes as a file of an option of a problem. The file is refused with its line, or the
// option is right and the problem can be made with it.
#include "costruct/problems/catalog.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const ProblemEntry& problem : problem_catalog()) {
    for (const FileOption& file : problem.files) {
      Json options = Json::object();
      try {
        options[file.name] = file.read(text);
      } catch (const DataError& error) {
        const std::string_view what = error.what();
        require(!what.empty() && what.front() >= '1' && what.front() <= '9');  // the line
        continue;
      }
      ConfigErrors errors;
      check_options(problem.options, options, "problem", errors);
      require(errors.empty());
      for (const std::string& loss : problem.losses) {
        Json with_loss = with_defaults(problem.options, options);
        with_loss["loss"] = loss;
        require(problem.blank(with_loss).count() == 1);
      }
    }
  }
  return 0;
}
