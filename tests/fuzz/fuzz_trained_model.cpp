// Any bytes as a trained model: refused, or it predicts outputs that it can write, and evaluates.
#include "costruct/experiments/tasks/task.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/mail/email_formats.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::experiments;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool with_emails = (add_email_formats(), true);
  (void)with_emails;
  // With a checksum that is right, so that what lies behind it is reached.
  const FuzzFile file(with_checksum({reinterpret_cast<const char*>(data), size}));
  static const FuzzFile sentences("w1 A\nw2 B\n\nW3 A\n"), rows("1 1:1 2:2\n2 3:0.5\n"),
      trees("(S (A a) (B b))\n(? (B b) (A a) (C c))\n()\n"),
      emails(
          "{\"from\": \"a@b.c\", \"parts\": [{\"type\": \"text/plain\", \"text\": \"buy now\"}], "
          "\"batch\": "
          "1}\n"
          "{\"subject\": \"now\", \"parts\": [], \"batch\": 2}\n{\"parts\": [], \"batch\": 1}\n");
  static const FuzzFile texts("text,n,y\n\"so, so good\",1,a\nbad \xff,2,b\n");
  for (const FuzzFile* examples : {&sentences, &rows, &trees, &emails, &texts}) {
    try {
      OutputFile out("/dev/null");
      load_model(file.path())->predict(examples->path(), out, nullptr, {});
      (void)describe_model(file.path());
      (void)load_model(file.path())->evaluate(examples->path());
      load_model(file.path())->predict(examples->path(), out, nullptr, {true, true, 2});
    } catch (const DataError&) {
    } catch (const ConfigError&) {  // the problem has not all that is asked for
    }
  }
  return 0;
}
