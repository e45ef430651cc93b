#include "costruct/mail/email_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "costruct/core/error.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/problems/clustering/known_links.hpp"

namespace costruct::experiments {
namespace {

/// A link as the file has it.
struct Link {
  Index from, to;
  const std::string& id;  // of `to`
  bool together;
};

[[noreturn]] void fail(const LinkedEmail& from, const std::string& id, bool together,
                       const std::string& what) {
  throw DataError(fmt::format("{}:{}: \"{}\" has {}, {}", from.place.file, from.place.line,
                              together ? "must" : "cannot", shown_text(id), what));
}

/// Finds the links between some emails.
class LinkReader {
 public:
  explicit LinkReader(const std::vector<const LinkedEmail*>& emails) : emails_(emails) {
    for (std::size_t i = 0; i < emails.size(); ++i) {
      if (!emails[i]->id.empty()) with_id_[emails[i]->id].push_back(static_cast<Index>(i));
    }
  }

  template <class Use>
  void for_each(const Use& use) const {
    for (Index i = 0; i < std::ssize(emails_); ++i) {
      for (const std::string& id : at(i).must) use(link(i, id, true));
      for (const std::string& id : at(i).cannot) use(link(i, id, false));
    }
  }

  const LinkedEmail& at(Index email) const { return *emails_[static_cast<std::size_t>(email)]; }

 private:
  Link link(Index from, const std::string& id, bool together) const {
    const auto found = with_id_.find(id);
    if (found == with_id_.end()) {
      const ExamplePlace &first = emails_.front()->place, &last = emails_.back()->place;
      fail(at(from), id, together,
           fmt::format("an id of no email beside this one: expected an email from {}:{} to {}:{}",
                       first.file, first.line, last.file, last.line));
    }
    const std::vector<Index>& to = found->second;
    if (to.size() > 1) {
      const ExamplePlace &first = at(to[0]).place, &second = at(to[1]).place;
      fail(at(from), id, together,
           fmt::format("an id of two emails, {}:{} and {}:{}: expected an id of one", first.file,
                       first.line, second.file, second.line));
    }
    if (to.front() == from)
      fail(at(from), id, together, "the id of this email: expected another email");
    return {from, to.front(), id, together};
  }

  const std::vector<const LinkedEmail*>& emails_;
  std::map<std::string_view, std::vector<Index>> with_id_;
};

void add_fact(std::vector<int> emails, bool together, Known& known) {
  emails.push_back(together);
  known.facts.push_back(std::move(emails));
}

Known known_batches(const std::vector<const LinkedEmail*>& emails) {
  std::map<std::string_view, std::vector<int>> members;
  for (std::size_t i = 0; i < emails.size(); ++i) {
    if (emails[i]->batch) members[*emails[i]->batch].push_back(static_cast<int>(i));
  }
  Known known;
  std::vector<int> different;
  for (auto& [batch, of_batch] : members) {
    different.push_back(of_batch.front());
    if (of_batch.size() > 1) add_fact(std::move(of_batch), true, known);
  }
  if (different.size() > 1) add_fact(std::move(different), false, known);
  return known;
}

}  // namespace

LinkedEmail linked_email(const Email& email, ExamplePlace place) {
  return {email.id, std::move(place), email.batch, email.must, email.cannot};
}

Known known_links(const std::vector<const LinkedEmail*>& emails) {
  Known known = known_batches(emails);
  clustering::LinkClosure closure(std::ssize(emails), known);
  const LinkReader reader(emails);
  reader.for_each([&](const Link& link) {
    if (!closure.add(link.from, link.to, link.together))
      fail(reader.at(link.from), link.id, link.together,
           fmt::format("an email that is in {} batch by the batches and links before it: expected "
                       "links that do not contradict these",
                       link.together ? "another" : "the same"));
    add_fact({static_cast<int>(link.from), static_cast<int>(link.to)}, link.together, known);
  });
  return known;
}

std::vector<std::vector<Index>> linked_emails(const std::vector<LinkedEmail>& emails) {
  std::vector<const LinkedEmail*> all;
  for (const LinkedEmail& email : emails) all.push_back(&email);
  std::map<Index, std::vector<Index>> neighbours;
  LinkReader(all).for_each([&](const Link& link) {
    neighbours[link.from].push_back(link.to);
    neighbours[link.to].push_back(link.from);
  });
  std::vector<std::vector<Index>> linked;
  while (!neighbours.empty()) {
    std::vector<Index>& reached = linked.emplace_back(1, neighbours.begin()->first);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const auto at = neighbours.extract(reached[i]);
      if (at.empty()) continue;
      for (const Index other : at.mapped()) {
        if (neighbours.contains(other)) reached.push_back(other);
      }
    }
    std::ranges::sort(reached);
    const auto repeated = std::ranges::unique(reached);
    reached.erase(repeated.begin(), repeated.end());
  }
  return linked;
}

}  // namespace costruct::experiments
