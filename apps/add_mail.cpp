#include "costruct/apps/add_mail.hpp"

#include <csignal>

#include "costruct/apps/command.hpp"
#include "costruct/apps/number_in.hpp"
#include "costruct/apps/stop_signals.hpp"
#include "costruct/mail/email_formats.hpp"
#include "costruct/mail/stream/stream.hpp"

namespace costruct {
namespace {

constexpr double kLongestPause = 1e6;  // seconds

struct StreamArguments {
  experiments::StreamRequest request;
  std::uint64_t memory = 0;  // bytes; 0: the default
};

void declare_stream(CLI::App& program, std::function<int()>& action) {
  static StreamArguments a;
  CLI::App* stream =
      program.add_subcommand("stream", "assign the emails of a live stream to batches, one by one");
  stream->add_option("--model", a.request.model, "a model of problem clustering over emails")
      ->required()
      ->check(not_a_stream);
  stream->add_option("--data", a.request.data, "emails as JSON lines; default: standard input");
  stream
      ->add_option(
          "--window", a.request.window,
          "emails before each that are looked at; default: the model's, or by how far apart "
          "emails of one batch come in its training data")
      ->check(CLI::PositiveNumber);
  stream
      ->add_option("--state", a.request.state,
                   "a file that keeps where the stream stopped; the next call goes on there")
      ->check(not_a_stream);
  stream
      ->add_option("--every", a.request.report_seconds,
                   "seconds between lines on stderr; 0: only the last")
      ->check(experiments::number_in(0, kLongestPause))
      ->capture_default_str();
  add_memory(*stream, a.memory);
  stream->footer(
      "Writes {\"id\", \"batch\", \"size\", \"new\"} for each email to stdout.\n"
      "Example:\n"
      "  costruct stream --model batches.safetensors --window 500 < emails.jsonl > "
      "assignments.jsonl");
  stream->callback([&action] {
    action = [] {
      stop_in_order();
      std::signal(SIGPIPE, SIG_IGN);
      limit_memory(a.memory);
      a.request.stop = &stop_requested();
      return experiments::stream_emails(a.request);
    };
  });
}

}  // namespace

void add_mail() {
  experiments::add_email_formats();
  add_command(declare_stream);
}

}  // namespace costruct
