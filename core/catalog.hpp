// A catalog: entries of one kind, such as all learners. Entries are found by name, and a program
// can add its own.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace costruct {

/// Entries of one kind, in the order in which they were added. An entry has a text member `name`.
///
/// An entry keeps its address, so you may add entries at any time and keep pointers to others. Add
/// from one thread, while no other thread uses the catalog.
template <class Entry>
class Catalog {
 public:
  /// A function that returns the name of a missing member of an incomplete entry, for example
  /// "`make`", or "" if the entry is complete.
  using Missing = std::function<std::string(const Entry& entry)>;

  /// @param kind     what an entry is, for messages: "problem"
  /// @param missing  checks each entry when it is added
  /// Throws as add() does.
  Catalog(std::string kind, std::vector<Entry> entries, Missing missing = {})
      : kind_(std::move(kind)), missing_(std::move(missing)) {
    for (Entry& entry : entries) add(std::move(entry));
  }

  /// Adds an entry at the end and returns it. Throws std::logic_error if an entry of this name
  /// exists, if the name is empty, or if the entry is incomplete. All three are errors in the
  /// program, not in its input.
  const Entry& add(Entry entry) {
    const std::string place = kind_ + " \"" + std::string(entry.name) + "\": ";
    if (entry.name.empty()) throw std::logic_error(place + "a " + kind_ + " needs a name");
    if (find(entry.name) != nullptr)
      throw std::logic_error(place + "the catalog has a " + kind_ + " of this name already");
    const std::string lacks = missing_ ? missing_(entry) : "";
    if (!lacks.empty()) throw std::logic_error(place + "the entry lacks " + lacks);
    return entries_.emplace_back(std::move(entry));
  }

  /// Returns the entry with this name, or null.
  const Entry* find(std::string_view name) const {
    const auto at = std::find_if(begin(), end(), [&](const Entry& e) { return e.name == name; });
    return at == end() ? nullptr : &*at;
  }

  Entry* find(std::string_view name) { return const_cast<Entry*>(std::as_const(*this).find(name)); }

  /// The names of all entries, in the order in which they were added.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Entry& entry : entries_) names.emplace_back(entry.name);
    return names;
  }

  /// Iterators over the entries, in the order in which they were added.
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  std::size_t size() const { return entries_.size(); }

 private:
  std::string kind_;
  Missing missing_;
  std::deque<Entry> entries_;
};

}  // namespace costruct
