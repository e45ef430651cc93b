#include "costruct/experiments/training/train_sites.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "costruct/core/clock.hpp"
#include "costruct/core/regression/transport_in_process.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/tasks/number_scores.hpp"
#include "costruct/experiments/training/site_data.hpp"
#include "costruct/experiments/training/train_report.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

// The unlabeled points of several sites together. The blocks of the sites can have different sizes.
class PointsOfSites : public UnlabeledPoints {
 public:
  explicit PointsOfSites(std::vector<UnlabeledPoints*> sites) : sites_(sites.size()) {
    for (std::size_t v = 0; v < sites.size(); ++v) sites_[v].source = sites[v];
  }

  void rewind() override {
    for (Site& site : sites_) {
      site.source->rewind();
      site.block.clear();
      site.used = 0;
    }
  }

  bool next(std::vector<Matrix>& by_view) override {
    Index count = -1;
    for (std::size_t v = 0; v < sites_.size(); ++v) {
      const Index left = sites_[v].left();
      if (v > 0 && (left == 0) != (count == 0)) {
        throw DataError(fmt::format(
            "sites {} and {} have different numbers of unlabeled examples: they must hold the "
            "same ones, in the same "
            "order",
            v, v + 1));
      }
      count = v == 0 ? left : std::min(count, left);
    }
    if (count == 0) return false;
    by_view.resize(sites_.size());
    for (std::size_t v = 0; v < sites_.size(); ++v) sites_[v].take(count, by_view[v]);
    return true;
  }

 private:
  struct Site {
    UnlabeledPoints* source = nullptr;
    std::vector<Matrix> block;
    Index used = 0;

    // The number of unused points in the current block; 0 at the end of the data.
    Index left() {
      if (!block.empty() && used < block[0].cols) return block[0].cols - used;
      used = 0;
      if (source->next(block)) return block[0].cols;
      block.clear();
      return 0;
    }
    void take(Index count, Matrix& into) {
      const Index d = block[0].rows;
      into.rows = d;
      into.cols = count;
      const double* first = block[0].data.data() + used * d;
      into.data.assign(first, first + count * d);
      used += count;
    }
  };
  std::vector<Site> sites_;
};

// A site in this process.
struct Home {
  Index number = 0;
  std::unique_ptr<Config> config;
  std::unique_ptr<SiteData> data;
  Index view = 0;  // among the views of its data
  RegressionSample sample;
};

class SiteTraining {
 public:
  SiteTraining(const TrainRequest& request, const Config& config, Index num_sites)
      : request_(request),
        config_(config),
        num_sites_(num_sites),
        learner_(config.learners.front()),
        regressor_(learner_.entry->make_regressor(learner_.options)) {
    regressor_->check_views(num_sites);
  }

  const Regressor& regressor() const { return *regressor_; }

  void load(Index site) {
    Home home;
    home.number = site;
    home.config = std::make_unique<Config>(config_);
    if (!config_.data.sites.empty())
      home.config->data = config_.data.sites[static_cast<std::size_t>(site)];
    home.data =
        std::make_unique<SiteData>(*home.config, DataPaths(request_.config, request_.data_dirs));
    tell_notes(notes_on_scales(*home.config, home.data->loaded()),
               fmt::format("site {}: ", site + 1));
    const Index views = home.data->points().num_views();
    if (views != 1 && views != num_sites_) {
      throw ConfigError(fmt::format("views give {} for {}: give one view a site, or none",
                                    counted(views, "view"), counted(num_sites_, "site")));
    }
    home.view = views == 1 ? 0 : site;
    home.sample = home.data->sample_of_view(home.view);
    homes_.push_back(std::move(home));
  }

  FittedRegression fit(Transport& transport, const FitContext& context) {
    if (regressor_->distributed()) {
      std::vector<const RegressionSample*> sites(static_cast<std::size_t>(num_sites_), nullptr);
      for (const Home& home : homes_) sites[static_cast<std::size_t>(home.number)] = &home.sample;
      return regressor_->fit_sites(sites, transport, context);
    }
    RegressionSample all;
    std::vector<UnlabeledPoints*> unlabeled;
    for (const Home& home : homes_) {
      all.views.push_back(home.sample.views.front());
      unlabeled.push_back(home.sample.unlabeled);
    }
    PointsOfSites points(unlabeled);
    all.unlabeled = &points;
    return regressor_->fit(all, context);
  }

  // The metrics in this process. On test files they are of the mean of the local sites' functions.
  // Without test files, each function predicts its own labeled examples, and the metrics are over
  // all of them.
  Json score(const std::vector<KernelExpansion>& functions, int threads) const {
    Vector truth, predicted;
    std::vector<Vector> by_site;
    for (std::size_t k = 0; k < homes_.size(); ++k) {
      const Home& home = homes_[k];
      const Corpus& corpus = home.data->corpus();
      const auto points = home.data->points().points(corpus, home.data->scored());
      const Vector targets = targets_of(corpus, home.data->scored());
      by_site.push_back(values(functions[k], points[static_cast<std::size_t>(home.view)], threads));
      truth.insert(truth.end(), targets.begin(), targets.end());
      predicted.insert(predicted.end(), by_site.back().begin(), by_site.back().end());
    }
    check_finite(predicted, [&](Index i) {
      return fmt::format("{} example {}", has_test() ? "test" : "labeled", i + 1);
    });
    const std::vector<std::string> metrics =
        config_.reported_metrics.empty() ? metrics_of(*config_.problem) : config_.reported_metrics;
    if (!has_test()) return number_scores(*config_.problem, metrics, truth, predicted);
    truth.resize(by_site.front().size());
    return number_scores(*config_.problem, metrics, truth, mean_of_views(by_site));
  }

  bool has_test() const {
    return std::all_of(homes_.begin(), homes_.end(),
                       [](const Home& home) { return home.data->has_test(); });
  }

  void save(const FittedRegression& fitted, const std::filesystem::path& model) {
    for (std::size_t k = 0; k < homes_.size(); ++k) {
      Home& home = homes_[k];
      ViewAssignment views{1, home.data->points().views().view_of};
      for (std::int32_t& view : views.view_of) view = view == home.view ? 0 : -1;
      Json origin = training_origin(home.data->loaded(), fitted.report, false);
      origin["fit"].erase("objective");  // only a process that has all sites knows it
      save_regression_model(site_file(model, home.number), config_, origin,
                            part_examples(*home.data->loaded().examples).encoder(), views,
                            {fitted.views[k]});
      origin["data"] = Json::array();  // the index holds nothing of a site
      if (home.number == 0) save_site_index(model, config_, origin, num_sites_);
    }
  }

  ExitCode train(Transport& transport) {
    FitContext context = training_context(request_, config_);
    if (!all_are_home())
      context.stop = nullptr;  // sites must stop together: the transport checks it
    const double start = seconds_now();
    const LoadedData& data = homes_.front().data->loaded();
    FittedRegression fitted = about_files_of(data, [&] { return fit(transport, context); });
    const double seconds = seconds_now() - start;
    const Json metrics = about_files_of(data, [&] { return score(fitted.views, context.threads); });
    TrainRequest told = request_;
    told.model = place_of_model(request_);
    save(fitted, told.model);
    std::string name = learner_.name;
    if (!all_are_home()) {
      name = fmt::format("site {}: {}", homes_.front().number + 1, name);
      told.model = site_file(told.model, homes_.front().number);
      if (!told.report.empty() && homes_.front().number > 0)
        told.report = site_file(request_.report, homes_.front().number);
    }
    return tell_training(
        told, name,
        {fitted.report, seconds, metrics, has_test() ? "test" : "train", headline_of(config_)});
  }

 private:
  bool all_are_home() const { return static_cast<Index>(homes_.size()) == num_sites_; }

  const TrainRequest& request_;
  const Config& config_;
  Index num_sites_;
  const LearnerConfig& learner_;
  std::unique_ptr<Regressor> regressor_;
  std::vector<Home> homes_;
};

// Trains the site of this process. All processes find the same config errors; the first reports
// them.
ExitCode train_one_site(const TrainRequest& request, const Config& config,
                        MpiTransport& transport) {
  const Index sites =
      config.data.sites.empty() ? transport.num_sites() : std::ssize(config.data.sites);
  if (sites != transport.num_sites()) {
    throw ConfigError(fmt::format("data.sites has {}, but mpirun has started {}: use mpirun -n {}",
                                  counted(sites, "site"),
                                  counted(transport.num_sites(), "process", "processes"), sites));
  }
  SiteTraining training(request, config, sites);
  if (!training.regressor().distributed()) {
    throw ConfigError(
        "learner.solver: sites in processes of their own need \"distributed\"; the closed form "
        "needs "
        "all data in one process");
  }
  return transport.run(fmt::format("site {}", transport.site() + 1), [&] {
    training.load(transport.site());
    return training.train(transport);
  });
}

}  // namespace

std::optional<ExitCode> train_over_sites(const TrainRequest& request, const Config& config) {
  const LearnerConfig& learner = config.learners.front();
  if (!learner.entry->predicts_numbers) return std::nullopt;
  const std::unique_ptr<MpiTransport> transport = MpiTransport::start(request.stop);
  if (!transport && config.data.sites.empty()) return std::nullopt;
  if (!transport || transport->site() == 0) tell_notes(config.notes);
  if (transport && !learner.select.empty())
    throw ConfigError(
        "learner.select: sites in processes of their own do not choose; choose in one process");
  if (transport) return train_one_site(request, config, *transport);
  const Index sites = std::ssize(config.data.sites);
  SiteTraining training(request, config, sites);
  for (Index site = 0; site < sites; ++site) training.load(site);
  InProcessTransport all_here(sites);
  return training.train(all_here);
}

}  // namespace costruct::experiments
