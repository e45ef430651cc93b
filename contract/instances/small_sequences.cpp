#include <algorithm>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/contract/instances/small_parts.hpp"
#include "costruct/problems/sequence_loss.hpp"

namespace costruct::contract {
namespace {

// Small instances of one loss.
class SmallSequences {
 public:
  SmallSequences(std::string loss, std::uint64_t seed)
      : loss_(std::move(loss)), random_(seed, 0, "small sequences, " + loss_) {}

  std::vector<SmallInstance> all() {
    if (loss_ == "cost_matrix") return with_costs();
    const std::vector<std::string> three = {"O", "A", "B"};
    for (const Index order : {1, 2, 3}) {
      for (const Json& more : {Json::object(), Json{{"eta", 2}, {"bias", true}, {"boundary", true}},
                               Json{{"eta", 0.5}, {"boundary", true}},
                               Json{{"bias", true}, {"outside", "B"}}, Json{{"eta", 0}}}) {
        Json options = more;
        options["order"] = order;
        add({three, {2, 4, 0, 1, in_thirds() ? 2 : 3}}, options);
        if (in_thirds()) add({three, {3}}, options);
      }
      const Json options = {{"order", order}};
      add({{"A"}, {0, 1, 2, 3, 4}}, options);
      add({{"x", "O"}, {5, 1, 0, 6}}, options);
      add({{"p", "q", "r"}, {0, 1, 2, 3, 4}}, options);
      add({three, {0, 0}}, options);
      for (const std::vector<Index>& features : {std::vector<Index>{0}, {0, 0}}) {
        add_one({three, {2, order > 1 ? 5 : 3}, features}, options);
      }
    }
    add_one({numbered_labels(9), {3}}, {{"order", 2}});
    for (const Index labels : {7, 8, 9, 16, 17, 25, 32, 33, 40}) {  // around whole vector registers
      const std::vector<Index> lengths = {1, labels <= 17 ? 2 : 1, 0};
      add_one({numbered_labels(labels), lengths}, Json::object());
      add_one({numbered_labels(labels), lengths, {3, 4}, false}, Json::object());
    }
    for (const Index order : {1, 2, 3}) {
      const std::vector<Index> lengths = {2, 4, 0, 1};
      for (const bool indicators : {true, false}) {
        add_one({three, lengths, {4, 3}, indicators, true},
                {{"order", order}, {"eta", 2}, {"bias", true}, {"boundary", true}});
      }
      add_one({three, lengths, {3}, false, true}, {{"order", order}});
    }
    for (const Index labels : {9, 33})
      add_one({numbered_labels(labels), {1, 2, 0}, {3, 4}, false, true}, Json::object());
    return std::move(all_);
  }

 private:
  // Its decoder is that of the Hamming loss with other numbers, so fewer shapes are enough.
  std::vector<SmallInstance> with_costs() {
    for (const Index order : {1, 2}) {
      add({{"O", "A", "B"}, {2, 4, 0, 1, 3}},
          {{"order", order}, {"bias", true}, {"costs", random_costs(3, random_)}});
      add_one({{"A"}, {0, 2}}, {{"order", order}, {"costs", random_costs(1, random_)}});
    }
    add_one({numbered_labels(9), {1, 2, 0}}, {{"costs", random_costs(9, random_)}});
    return std::move(all_);
  }
  void add(const SmallParts& shape, Json options) {
    options["loss"] = loss_;
    for (SmallInstance& instance : in_all_forms(shape, options, random_))
      note(std::move(instance), shape);
  }
  void add_one(const SmallParts& shape, Json options) {
    options["loss"] = loss_;
    note(small_parts(shape, options, random_), shape);
  }
  // Whether a decoder adds 1/T for each wrong label. Unless T is a power of two, its values and its
  // ties then differ in the last bit.
  bool in_thirds() const { return loss_ == "hamming_normalized"; }
  void note(SmallInstance instance, const SmallParts& shape) {
    instance.exact =
        !in_thirds() || std::all_of(shape.lengths.begin(), shape.lengths.end(),
                                    [](Index length) { return (length & (length - 1)) == 0; });
    all_.push_back(std::move(instance));
  }

  std::string loss_;
  RandomStream random_;
  std::vector<SmallInstance> all_;
};

}  // namespace

std::vector<SmallInstance> small_sequences(std::uint64_t seed) {
  std::vector<SmallInstance> all;
  for (const std::string& loss : sequence_loss_names())
    append(SmallSequences(loss, seed).all(), all);
  return all;
}

}  // namespace costruct::contract
