#include "costruct/contract/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <ostream>

#include "costruct/contract/checks.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/contract/learner_laws.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/text/counted.hpp"

namespace costruct::contract {
namespace {

enum CheckExitCode { kLawsHold = 0, kLawsViolated = 1, kNothingToCheck = 2 };

/// Counts checks and prints violations under the name of what is checked.
class CheckLog {
 public:
  explicit CheckLog(std::ostream& out) : out_(out) {}

  /// Runs checks. `check` gets a function that takes their results; an exception violates a law.
  /// @param remark  stands behind the number of checks
  template <class Check>
  void run(const std::string& title, const std::string& remark, const Check& check) {
    const Index before = checks_;
    try {
      check([&](const std::string& checked_case, const std::vector<std::string>& violations) {
        ++checks_;
        if (!violations.empty()) print(title + ", " + checked_case, violations);
      });
    } catch (const std::exception& error) {
      print(title, {std::string("a check throws: ") + error.what()});
    }
    if (checks_ > before)
      out_ << title << ": " << counted(checks_ - before, "check") << remark << std::endl;
  }

  void print(const std::string& where, const std::vector<std::string>& violations) {
    ++violated_;
    out_ << "VIOLATED: " << where << "\n";
    for (const std::string& line : violations) out_ << "  " << line << "\n";
  }
  void say(const std::string& line) { out_ << line << "\n"; }

  int end(const std::string& what) {
    if (violated_ == 0) {
      out_ << what << ": all laws hold in " << counted(checks_, "check") << ".\n";
      return kLawsHold;
    }
    out_ << fmt::format("{}: {} {} a law; see the lines VIOLATED above.\n", what,
                        counted(violated_, "check"), violated_ == 1 ? "violates" : "violate");
    return kLawsViolated;
  }

 private:
  std::ostream& out_;
  Index checks_ = 0, violated_ = 0;
};

/// Runs checks and turns exceptions into an exit code.
template <class Checks>
int exit_code_of(std::ostream& out, const Checks& checks) {
  try {
    return checks();
  } catch (const std::exception& error) {
    out << "contract: error: " << error.what() << "\n";
    return kNothingToCheck;
  }
}

int unknown_name(const std::string& kind, const std::string& name,
                 const std::vector<std::string>& names, std::ostream& out) {
  return exit_code_of(out, [&]() -> int {
    throw ConfigError(
        fmt::format("no {} is called \"{}\": {}", kind, name, did_you_mean(name, names)));
  });
}

[[noreturn]] void fail_instance(const ProblemEntry& problem, const SmallInstance& instance,
                                const std::string& what) {
  throw ConfigError(
      fmt::format("problem {}, small instance \"{}\": {}", problem.name, instance.name, what));
}

/// The instances that `draw` returns, with defaults filled in. Throws ConfigError for incomplete
/// ones.
Instances completed(const ProblemEntry& problem, Instances instances) {
  if (instances.empty())
    throw ConfigError("problem " + problem.name +
                      ": expected small instances from the function that draws them, found none");
  for (SmallInstance& each : instances) {
    if (each.data == nullptr) fail_instance(problem, each, "it has no data: set `data`");
    if (!each.outputs)
      fail_instance(problem, each, "expected a function that lists the outputs: set `outputs`");
    each.options = with_defaults(problem.options, each.options);
    if (each.views.empty()) each.views = {each.data};
    const Views views = problem.make(each.options, each.data);
    if (views.count() != static_cast<Index>(each.views.size()))
      fail_instance(problem, each,
                    fmt::format("`views` has the data of {} views, but `make` gives {}",
                                each.views.size(), views.count()));
    if (views.joint().num_inputs() < 2)
      fail_instance(problem, each, "expected at least 2 inputs, so that samples differ");
  }
  return instances;
}

/// Checks a learner on a problem.
void check_pair(const LearnerEntry& learner, const ProblemEntry& problem,
                const Instances& all_instances, const std::string& title, CheckLog& log) {
  const Instances instances = for_learner(learner, all_instances);
  if (instances.empty()) return;
  std::string why = LearnerCase{learner, problem, instances.front()}.unmet();
  const std::string prefix = "learner " + learner.name + ": ";
  if (why.starts_with(prefix)) why.erase(0, prefix.size());
  log.run(title, why.empty() ? "" : ", refused: " + why, [&](const TakeResult& take) {
    check_weights(learner, problem, instances, take);
    check_runs(learner, problem, instances, take);
    check_threads(learner, problem, instances, take);
    check_forms(learner, problem, instances, take);
  });
}

void check_losses(const ProblemEntry& problem, const Instances& instances, CheckLog& log) {
  for (const std::string& loss : problem.losses) {
    const std::string title = "loss " + loss;
    const Instances of_one_loss = of_loss(loss, instances);
    if (of_one_loss.empty()) {
      log.print(title, {fmt::format("no small instance has this loss: draw one with the option "
                                    "\"loss\": \"{}\"",
                                    loss)});
      continue;
    }
    log.run(title, "", [&](const TakeResult& take) {
      check_operations(problem, of_one_loss, take);
      check_concurrency(problem, of_one_loss, take);
    });
  }
  const auto any = [&](const auto& is_one) {
    return std::any_of(instances.begin(), instances.end(), is_one);
  };
  if (!any([](const SmallInstance& each) { return each.views.size() > 1; }))
    log.say("note: no small instance has several views, so no law of views is checked");
  const Views views = problem.make(instances.front().options, instances.front().data);
  if (offered<FeatureMajorWeights>(views[0]) != nullptr &&
      !any([](const SmallInstance& each) { return !each.without_feature.empty(); }))
    log.say(
        "note: the problem offers FeatureMajorWeights, which is not checked: no small instance has "
        "`without_feature`");
}

}  // namespace

int check_problem(const ProblemEntry& problem, const DrawInstances& draw, std::ostream& out) {
  return exit_code_of(out, [&] {
    if (problem.predicts_numbers)
      throw ConfigError("problem " + problem.name +
                        ": predicts numbers; the laws are those of problems with outputs");
    if (find_problem(problem.name) == nullptr) add_problem(problem);
    const Instances instances = completed(problem, draw(kSeed));
    CheckLog log(out);
    check_losses(problem, instances, log);
    for (const LearnerEntry& learner : learner_catalog()) {
      if (!learner.predicts_numbers)
        check_pair(learner, problem, instances, "learner " + learner.name, log);
    }
    return log.end("problem " + problem.name);
  });
}

int check_learner(const LearnerEntry& learner, std::ostream& out) {
  return exit_code_of(out, [&] {
    if (learner.predicts_numbers)
      throw ConfigError("learner " + learner.name +
                        ": predicts numbers; the laws are those of learners of outputs");
    if (find_learner(learner.name) == nullptr) add_learner(learner);
    CheckLog log(out);
    for (const ProblemEntry& problem : problem_catalog()) {
      check_pair(learner, problem, small_instances(problem.name, kSeed), "on " + problem.name, log);
    }
    return log.end("learner " + learner.name);
  });
}

int check_problem(const std::string& name, const DrawInstances& draw, std::ostream& out) {
  const ProblemEntry* problem = find_problem(name);
  if (problem != nullptr) return check_problem(*problem, draw, out);
  return unknown_name("problem", name, problem_catalog().names(), out);
}

int check_learner(const std::string& name, std::ostream& out) {
  const LearnerEntry* learner = find_learner(name);
  if (learner != nullptr) return check_learner(*learner, out);
  return unknown_name("learner", name, learner_catalog().names(), out);
}

}  // namespace costruct::contract
