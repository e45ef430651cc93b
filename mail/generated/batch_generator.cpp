#include "costruct/mail/generated/batch_generator.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "costruct/core/error.hpp"

namespace costruct::experiments {

namespace {

constexpr Index kLargestBatch = 1'000'000'000;

// Draws from 1, 2, ... geometrically with this mean.
Index geometric_size(double mean, RandomStream& random) {
  if (mean <= 1) return 1;
  const double more = std::floor(std::log1p(-random.uniform()) / std::log1p(-1 / mean));
  return 1 + static_cast<Index>(std::min(more, static_cast<double>(kLargestBatch)));
}

// The time `seconds` after the start of the stream, in ISO 8601.
std::string stream_date(Index seconds) {
  using namespace std::chrono;
  const sys_days start = year{2005} / June / 1;
  const year_month_day day(start + days(seconds / 86400));
  const Index rest = seconds % 86400;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}+0000", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()),
                     rest / 3600, rest / 60 % 60, rest % 60);
}

void check_batch_options(const BatchGeneratorOptions& options) {
  ConfigErrors errors;
  const auto within = [&](const char* name, double value, double low, double high) {
    if (!(value >= low && value <= high))
      errors.add(fmt::format("{} = {}: must be from {} to {}", name, value, low, high));
  };
  within("obfuscation", options.obfuscation, 0, 1);
  within("batch_size", options.batch_size, 1, 1e6);
  within("active", static_cast<double>(options.active), 1, 10000);
  within("singletons", options.singletons, 0, 1);
  errors.throw_if_any("batch generator");
}

}  // namespace

BatchGenerator::BatchGenerator(const BatchGeneratorOptions& options, HamSource ham)
    : options_(options), ham_(std::move(ham)) {
  check_batch_options(options_);
}

BatchGenerator::Active BatchGenerator::next_template() {
  const Index number = ++templates_;
  RandomStream random(options_.seed, static_cast<std::uint64_t>(number), "email batch size");
  return {number, geometric_size(options_.batch_size, random),
          BatchTemplate(options_.seed, number)};
}

Email BatchGenerator::single(RandomStream& random, Index number) {
  Email email;
  if (ham_ && ham_(email)) {
    email.id = fmt::format("m{}/{}", number, email.id);
    email.batch = email.batch ? 'h' + *email.batch : fmt::format("s{}", number);
    email.must.clear();  // ids have changed, and batches are known
    email.cannot.clear();
  } else {
    ham_ = {};
    email = personal_email(random);
    email.id = fmt::format("m{}", number);
    email.batch = fmt::format("s{}", number);
  }
  email.label = "ham";
  return email;
}

Email BatchGenerator::next() {
  RandomStream random(options_.seed, static_cast<std::uint64_t>(++mails_), "email of a stream");
  seconds_ += random.below(20);
  Email email;
  if (random.uniform() < options_.singletons) {
    email = single(random, mails_);
  } else {
    const Index slot = random.below(options_.active);
    while (static_cast<Index>(active_.size()) <= slot) active_.push_back(next_template());
    Active& active = active_[slot];
    if (active.left == 0) active = next_template();
    email = active.batch.instance(random, options_.obfuscation);
    --active.left;
    email.id = fmt::format("m{}", mails_);
    email.batch = fmt::format("t{}", active.number);
    email.label = "spam";
  }
  email.date = stream_date(seconds_);
  return email;
}

}  // namespace costruct::experiments
