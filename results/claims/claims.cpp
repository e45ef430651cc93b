#include "costruct/results/claims/claims.hpp"

#include <algorithm>
#include <set>

#include "costruct/results/claims/claim_evidence.hpp"
#include "costruct/results/claims/claim_form.hpp"
#include "costruct/results/statistics/cell_groups.hpp"

namespace costruct::experiments {
namespace {

/// Checks one claim, and keeps the state that the checks of its parts share.
class ClaimCheck {
 public:
  ClaimCheck(const ClaimScope& scope, const std::string& path, ConfigErrors& errors)
      : scope_(scope),
        path_(path),
        errors_(errors),
        sizes_(scope.sizes.begin(), scope.sizes.end()) {}

  void check(const Json& claim) {
    const std::size_t before = errors_.messages().size();
    const std::optional<ClaimForm> form = form_of(claim);
    if (!form) return;
    if (claim.contains("over")) {
      errors_.add(path_ + ".over", ": the config has no `collection` of data sets: leave it out");
      return;
    }
    check_options(claim_options(*form), claim, path_, errors_);
    check_required(claim, *form);
    check_sizes(claim, "at", at_options());
    check_sizes(claim, "versus", versus_options());
    check_names(claim, *form);
    if (errors_.messages().size() == before)
      check_cells(read_claim(claim, first_metric(), scope_.problem));
  }

 private:
  std::optional<ClaimForm> form_of(const Json& claim) {
    if (!claim.is_object()) {
      errors_.add(path_, " = " + shown(claim) + ": must be an object");
      return std::nullopt;
    }
    std::vector<ClaimForm> forms;
    for (std::size_t i = 0; i < claim_forms().size(); ++i) {
      if (claim.contains(claim_forms()[i])) forms.push_back(static_cast<ClaimForm>(i));
    }
    if (forms.size() == 1) return forms.front();
    if (forms.size() > 1) {
      errors_.add(path_, ": must have only one of " + one_of(claim_forms()));
      return std::nullopt;
    }
    for (const auto& [key, value] : claim.items()) {
      if (nearest_names(key, claim_forms()).empty()) continue;
      errors_.unknown_key(path_, key, claim_forms());
      return std::nullopt;
    }
    errors_.add(path_, ": must have one of " + one_of(claim_forms()));
    return std::nullopt;
  }

  /// Checks that the options are there that the form needs.
  void check_required(const Json& claim, ClaimForm form) {
    if (form == ClaimForm::kRatio && claim.contains("at_least") == claim.contains("at_most")) {
      errors_.add(path_, ": must have either at_least or at_most");
    }
  }

  void check_sizes(const Json& claim, const char* key, const std::vector<OptionInfo>& options) {
    const auto sizes = claim.find(key);
    if (sizes == claim.end() || !sizes->is_object()) return;
    if (!has_form(object_form(options), *sizes) || sizes_.empty()) return;
    check_known(*sizes, key, "labeled", [](const Sizes& cell) { return cell.first; });
    check_known(*sizes, key, "unlabeled", [](const Sizes& cell) { return cell.second; });
    for (const Sizes& pair : sizes->value("pairs", std::vector<Sizes>{})) {
      if (!sizes_.contains(pair)) {
        errors_.add(path_ + "." + key + ".pairs",
                    ": the sweep has no cell with " + sizes_text(pair));
      }
    }
  }

  template <class SizeOf>
  void check_known(const Json& sizes, const std::string& key, const char* axis,
                   const SizeOf& size_of) {
    const auto given = sizes.find(axis);
    if (given == sizes.end()) return;
    std::set<Index> known;
    for (const Sizes& cell : sizes_) known.insert(size_of(cell));
    for (const Json& size : given->is_array() ? *given : Json::array({*given})) {
      if (known.count(size.get<Index>())) continue;
      std::vector<std::string> names;
      for (const Index k : known) names.push_back(std::to_string(k));
      errors_.add(path_ + "." + key + "." + axis,
                  " = " + shown(size) + ": the sweep has " + listed(names));
    }
  }

  void check_names(const Json& claim, ClaimForm form) {
    const std::string& key = form_name(form);
    const Json& learners = claim.at(key);
    if (!names_two_learners(form)) {
      if (learners.is_string()) check_name(path_ + "." + key, learners, scope_.learners);
    } else if (learners.is_array() && learners.size() == 2 && learners[0].is_string() &&
               learners[1].is_string()) {
      check_name(path_ + "." + key + ".0", learners[0], scope_.learners);
      check_name(path_ + "." + key + ".1", learners[1], scope_.learners);
    }
    if (form == ClaimForm::kGrowth) return;  // its `of` is a choice option
    const char* quantity_key = form == ClaimForm::kRatio ? "of" : "metric";
    const auto quantity = claim.find(quantity_key);
    if (quantity == claim.end() || !quantity->is_string() || scope_.metrics.empty()) return;
    std::vector<std::string> quantities = scope_.metrics;
    quantities.insert(quantities.end(), measured_quantities().begin(), measured_quantities().end());
    check_name(path_ + "." + quantity_key, *quantity, quantities);
  }

  void check_name(const std::string& path, const Json& name,
                  const std::vector<std::string>& valid) {
    if (valid.empty() ||
        std::find(valid.begin(), valid.end(), name.get<std::string>()) != valid.end())
      return;
    const std::string meant = did_you_mean(name.get<std::string>(), valid);
    errors_.add(path,
                " = " + shown(name) + ": " + (meant.empty() ? "expected " + listed(valid) : meant));
  }

  void check_cells(const Claim& claim) {
    if (claim.form == ClaimForm::kMonotone && !claim.within && !claim_effect(claim)) {
      errors_.add(path_, ": monotone in " + claim.quantity + " needs within");
    }
    if (claim.form == ClaimForm::kValue) {
      if (!sizes_.empty() && compared_cells(claim, sizes_).empty()) no_cell_fits();
      return;
    }
    if (reads_lines(claim.form)) {
      if (!sizes_.empty() && claim_lines(claim, sizes_).empty()) {
        errors_.add(path_, std::string(": needs at least two cells of the sweep with different ") +
                               (claim.along_unlabeled ? "unlabeled" : "labeled") + " sizes" +
                               (claim.form == ClaimForm::kGrowth ? " > 0" : ""));
      }
      return;
    }
    if (claim.first == claim.second && claim.form == ClaimForm::kAdvantageGrows) {
      errors_.add(path_, ": compares " + claim.first + " with itself: name another learner");
    } else if (claim.first == claim.second && !claim.versus_labeled && !claim.versus_unlabeled) {
      errors_.add(path_,
                  ": compares " + claim.first + " with itself: name another learner, or versus");
    } else if (!sizes_.empty()) {
      check_compared_cells(claim);
    }
  }

  void check_compared_cells(const Claim& claim) {
    const auto cells = compared_cells(claim, sizes_);
    if (cells.empty() && (claim.versus_labeled || claim.versus_unlabeled)) {
      errors_.add(path_,
                  ": versus names the only cell that fits: name other sizes under at or versus");
    } else if (cells.empty()) {
      no_cell_fits();
    }
    for (const auto& [first, second] : cells) {
      if (sizes_.count(second)) continue;
      errors_.add(path_ + ".versus", ": the sweep has no cell with " + sizes_text(second));
      return;
    }
  }

  void no_cell_fits() { errors_.add(path_, ": no cell of the sweep fits"); }

  std::string first_metric() const { return scope_.metrics.empty() ? "" : scope_.metrics.front(); }

  static std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 12;
    if (names.size() <= kMost) return one_of(names);
    std::string text = one_of(std::span(names).first(kMost - 1));
    return text + " ... " + names.back();
  }

  const ClaimScope& scope_;
  const std::string& path_;
  ConfigErrors& errors_;
  std::set<Sizes> sizes_;
};

}  // namespace

void check_claims(const Json& claims, const ClaimScope& scope, const std::string& path,
                  ConfigErrors& errors) {
  if (!claims.is_array()) {
    errors.add(path, " = " + shown(claims) + ": must be a list of claims");
    return;
  }
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const std::string place = path + "." + std::to_string(i);
    ClaimCheck(scope, place, errors).check(claims[i]);
  }
}

Json with_test_named(Json claims, const std::string& test) {
  for (std::size_t i = 0; claims.is_array() && i < claims.size(); ++i) {
    for (std::size_t form = 0; claims[i].is_object() && form < claim_forms().size(); ++form) {
      const auto& options = claim_options(static_cast<ClaimForm>(form));
      const bool takes_test =
          std::any_of(options.begin(), options.end(),
                      [](const OptionInfo& info) { return info.name == "test"; });
      if (claims[i].contains(claim_forms()[form]) && takes_test && !claims[i].contains("test"))
        claims[i]["test"] = test;
    }
  }
  return claims;
}

Json claims_schema() {
  Json forms = Json::array();
  for (std::size_t i = 0; i < claim_forms().size(); ++i) {
    const auto form = static_cast<ClaimForm>(i);
    forms.push_back(object_form(claim_options(form)));
    if (form == ClaimForm::kRatio) {
      forms.back()["oneOf"] =
          Json::array({{{"required", {"at_least"}}}, {{"required", {"at_most"}}}});
    }
  }
  return {{"type", "array"},
          {"description", "claims of the source, judged by the run"},
          {"items", {{"oneOf", forms}}}};
}

}  // namespace costruct::experiments
