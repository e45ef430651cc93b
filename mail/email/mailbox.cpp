#include "costruct/mail/email/mailbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/mail/email/json_email.hpp"
#include "costruct/mail/email/mime_email.hpp"
#include "costruct/mail/email/utf8_repair.hpp"

namespace costruct::experiments {

namespace {

constexpr std::size_t kMailBlock = std::size_t{256} << 10;

class JsonEmails : public EmailSource {
 public:
  explicit JsonEmails(const std::filesystem::path& file) : lines_(file) {}

  bool next(Email& email) override {
    for (std::string_view line; lines_.next(line);) {
      if (line.find_first_not_of(" \t") == line.npos) continue;
      try {
        email = email_from_json(line);
      } catch (const DataError& error) {
        lines_.fail(error.what());
      }
      text_ = line;
      return true;
    }
    return false;
  }
  std::string_view text() const override { return text_; }
  const std::string& file() const override { return lines_.file(); }
  Index line() const override { return lines_.line(); }

 private:
  LineReader lines_;
  std::string_view text_;
};

// Whether a line "From sender date" has a date: a time of day as 10:00 and a year.
bool has_date(std::string_view line) {
  const auto digit = [&](std::size_t at) {
    return at < line.size() && line[at] >= '0' && line[at] <= '9';
  };
  bool time = false, year = false;
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (line[at] == ':') time = time || (digit(at - 1) && digit(at + 1) && digit(at + 2));
    const std::string_view century = line.substr(at, 2);
    year = year || ((century == "19" || century == "20") && digit(at + 2) && digit(at + 3) &&
                    !digit(at - 1) && !digit(at + 4));
  }
  return time && year;
}

// The value of a line "Content-Length: 123", or nullopt.
std::optional<std::uint64_t> content_length_of(std::string_view line) {
  constexpr std::string_view kName = "content-length:";
  const auto same = [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); };
  if (line.size() < kName.size() || !std::equal(kName.begin(), kName.end(), line.begin(), same))
    return std::nullopt;
  const std::size_t first = line.find_first_not_of(" \t", kName.size());
  const std::size_t last = line.find_last_not_of(" \t\r\n");
  if (first == line.npos || last < first) return std::nullopt;
  return whole_number(line.substr(first, last + 1 - first));
}

class MboxEmails : public EmailSource {
 public:
  MboxEmails(std::string name, std::unique_ptr<ByteSource> source)
      : name_(std::move(name)), source_(std::move(source)), buffer_(kMailBlock) {}

  bool next(Email& email) override {
    if (!has_from_line_ && !find_first()) return false;
    begin_line_ = line_;
    has_from_line_ = false;
    message_.clear();
    bool after_empty = false, in_headers = true;
    std::optional<std::uint64_t> content_length;
    std::size_t body_end = 0;  // where the body ends in message_ at the earliest
    for (std::string_view line; next_line(line);) {
      if (after_empty && message_.size() >= body_end && begins_email(line)) {
        has_from_line_ = true;
        break;
      }
      if (after_empty && message_.size() >= body_end && line.starts_with("From ") && !noted_)
        note_text(line);
      after_empty = line == "\n" || line == "\r\n";
      if (in_headers && after_empty) {
        in_headers = false;
        message_ += line;
        if (content_length && body_has(*content_length))
          body_end = message_.size() + *content_length;
        continue;
      }
      if (in_headers) {
        if (const auto length = content_length_of(line)) content_length = length;
      }
      const std::size_t first = line.find_first_not_of('>');
      if (first != 0 && first != line.npos && line.substr(first).starts_with("From ")) {
        line.remove_prefix(1);
        if (body_end > 0) --body_end;
      }
      if (message_.size() + line.size() > kLongestEmail) too_long();
      message_ += line;
    }
    // the empty line before the next email belongs to no email
    if (message_.ends_with("\n\r\n")) {
      message_.resize(message_.size() - 2);
    } else if (message_.ends_with("\n\n")) {
      message_.pop_back();
    }
    email = email_from_mime(message_);
    return true;
  }
  const std::string& file() const override { return name_; }
  Index line() const override { return begin_line_; }

 private:
  [[noreturn]] void too_long() const {
    fail_at(std::max<Index>(begin_line_, 1),
            fmt::format("an email of more than {} MiB", kLongestEmail >> 20));
  }

  // Notes, once for a file, that a line From without date is text.
  void note_text(std::string_view line) {
    noted_ = true;
    line.remove_suffix(line.size() - 1 - line.find_last_not_of("\r\n"));
    tell_once(
        fmt::format("costruct: note: {}:{}: {} has no date, unlike the lines with which emails of "
                    "this file begin. It is read as text (> before From marks such a line)",
                    name_, line_, shown_text(line)));
  }

  // Whether a line after an empty one begins an email. "From Monday on" does not: if the first line
  // of the file has a date, others have one too, or a sender alone.
  bool begins_email(std::string_view line) const {
    if (!line.starts_with("From ")) return false;
    const std::string_view rest = line.substr(5, line.find_last_not_of(" \t\r\n") + 1 - 5);
    return !dates_ || has_date(line) || rest.find(' ') == rest.npos;
  }

  // Whether the file goes on as a header Content-Length says: after so many bytes it ends, or an
  // email begins.
  bool body_has(std::uint64_t length) {
    constexpr std::size_t kFromLine = 512;
    constexpr std::uint64_t kLongestBody = std::uint64_t{1} << 20;  // longer ones are read by lines
    if (length > kLongestBody) return false;
    while (end_ - begin_ < length + kFromLine && !at_end_) refill();
    const std::string_view unread(buffer_.data() + begin_, end_ - begin_);
    if (unread.size() < length) return false;
    std::string_view rest = unread.substr(length);
    rest.remove_prefix(std::min(rest.find_first_not_of("\r\n"), rest.size()));
    return rest.empty() ? at_end_ : begins_email(rest.substr(0, rest.find('\n')));
  }

  // Moves to the first line From, with which the file must begin. Returns false at the end.
  bool find_first() {
    for (std::string_view line; next_line(line);) {
      if (line == "\n" || line == "\r\n") continue;
      if (line.starts_with("From ")) {
        dates_ = has_date(line);
        return true;
      }
      if (line.back() == '\n') line.remove_suffix(1);
      fail_at(line_, fmt::format("found {}: expected a line \"From sender date\", with which an "
                                 "email of an mbox begins",
                                 shown_text(line)));
    }
    return false;
  }

  // Reads the next line with its end; it is valid until the next call. The last line may have no
  // end.
  bool next_line(std::string_view& line) {
    std::size_t searched = 0;
    for (;;) {
      const std::size_t unread = end_ - begin_;
      const char* from = buffer_.data() + begin_;
      const void* newline =
          unread > searched ? std::memchr(from + searched, '\n', unread - searched) : nullptr;
      if (newline == nullptr && !at_end_) {
        searched = unread;
        refill();
        continue;
      }
      if (unread == 0) return false;
      const auto length =
          newline == nullptr
              ? unread
              : static_cast<std::size_t>(static_cast<const char*>(newline) - from) + 1;
      line = {from, length};
      begin_ += length;
      ++line_;
      return true;
    }
  }

  void refill() {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    if (end_ == buffer_.size()) {
      if (end_ >= kLongestEmail) too_long();
      buffer_.resize(2 * buffer_.size());
    }
    const std::size_t got = source_->read({buffer_.data() + end_, buffer_.size() - end_});
    end_ += got;
    at_end_ = got == 0;
  }

  std::string name_;
  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // the unread bytes are buffer_[begin_, end_)
  bool at_end_ = false;
  bool has_from_line_ = false;  // whether the last line begins an email
  bool dates_ = false;          // whether lines From have dates in this file
  bool noted_ = false;          // whether a line From was noted to be text
  std::string message_;
  Index line_ = 0, begin_line_ = 0;
};

class FolderEmails : public EmailSource {
 public:
  explicit FolderEmails(const std::filesystem::path& folder) : file_(folder.string()) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
      throw DataError(fmt::format("{}: expected a folder of emails (maildir)", folder.string()));
    const bool is_maildir = std::filesystem::is_directory(folder / "cur", error) ||
                            std::filesystem::is_directory(folder / "new", error);
    if (is_maildir) {
      list(folder / "cur");
      list(folder / "new");
    } else {
      list(folder);
    }
    const auto by_name = [](const std::filesystem::path& a, const std::filesystem::path& b) {
      const auto name_a = a.filename(), name_b = b.filename();
      return name_a.native() != name_b.native() ? name_a.native() < name_b.native()
                                                : a.native() < b.native();
    };
    std::sort(files_.begin(), files_.end(), by_name);
  }

  bool next(Email& email) override {
    if (next_ == files_.size()) return false;
    const std::filesystem::path& path = files_[next_++];
    file_ = path.string();
    read(path);
    email = email_from_mime(message_);
    if (email.id.empty()) {
      const std::string name = path.filename().string();
      email.id = utf8_of(name.substr(0, name.rfind(":2,")));
    }
    return true;
  }
  const std::string& file() const override { return file_; }
  Index line() const override { return 1; }

 private:
  void list(const std::filesystem::path& folder) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) return;
    std::filesystem::directory_iterator entry(folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
      std::error_code unknown;
      if (!entry->path().filename().native().starts_with('.') && entry->is_regular_file(unknown))
        files_.push_back(entry->path());
    }
    if (error) throw DataError(fmt::format("{}: {}", folder.string(), error.message()));
  }

  void read(const std::filesystem::path& path) {
    message_.clear();
    const std::unique_ptr<ByteSource> source = open_bytes(path);
    std::size_t got = 0;
    do {
      const std::size_t before = message_.size();
      message_.resize(before + kMailBlock);
      got = source->read({message_.data() + before, kMailBlock});
      message_.resize(before + got);
      if (message_.size() > kLongestEmail)
        throw DataError(
            fmt::format("{}:1: an email of more than {} MiB", file_, kLongestEmail >> 20));
    } while (got > 0);
  }

  std::vector<std::filesystem::path> files_;
  std::size_t next_ = 0;
  std::string file_;
  std::string message_;
};

}  // namespace

std::span<const std::string> email_formats() {
  static const std::vector<std::string> all{"jsonl", "mbox", "maildir"};
  return std::span(all).first(reads_mime() ? all.size() : 1);
}

std::unique_ptr<EmailSource> open_emails(const std::filesystem::path& path,
                                         std::string_view format) {
  if (format == "jsonl") return std::make_unique<JsonEmails>(path);
  if (reads_mime() && format == "mbox") return mbox_emails(path.string(), open_bytes(path));
  if (reads_mime() && format == "maildir") return std::make_unique<FolderEmails>(path);
  throw ConfigError(
      fmt::format("email format {}: expected {}", shown_text(format), one_of(email_formats())));
}

std::unique_ptr<EmailSource> mbox_emails(std::string name, std::unique_ptr<ByteSource> source) {
  return std::make_unique<MboxEmails>(std::move(name), std::move(source));
}

}  // namespace costruct::experiments
