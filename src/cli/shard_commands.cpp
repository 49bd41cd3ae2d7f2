#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "commands.hpp"
#include "core/report/report.hpp"
#include "output.hpp"
#include "shards.hpp"

namespace assay::cli {
namespace {

// The shard was stopped before its end, and can be resumed. EX_TEMPFAIL of sysexits.h; batch scripts test for it.
constexpr int kStopped = 75;

std::string state_json(const std::string& folder, const core::RunState& state) {
  nlohmann::ordered_json shards = nlohmann::ordered_json::array();
  for (const core::ShardStatus& shard : state.shards) {
    shards.push_back({{"index", shard.index},
                      {"state", core::name(shard.state)},
                      {"host", shard.host},
                      {"attempts", shard.attempts},
                      {"tests", shard.tests},
                      {"findings", shard.findings},
                      {"message", shard.message},
                      {"result", shard.result}});
  }
  const nlohmann::ordered_json all = {{"format", core::kJsonFormat},
                                      {"folder", folder},
                                      {"executor", state.run.options.executor},
                                      {"cancelled", state.cancelled},
                                      {"queue_problem", state.queue_problem},
                                      {"shards", shards}};
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void add_status(CLI::App& campaign, Session& session) {
  struct StatusFlags {
    std::string directory;
    bool json = false;
  };
  CLI::App* app = campaign.add_subcommand("status", "Say how far the shards of a campaign are");
  const auto flags = std::make_shared<StatusFlags>();
  app->add_option("directory", flags->directory, "the campaign's folder")->required();
  app->add_flag("--json", flags->json, "everything, as one JSON object");
  app->footer(
      "missing: it was not begun. silent: its machine was lost, or its process killed. stopped: it was told to end.\n"
      "`assay campaign resume` runs what is missing, silent, stopped or failed.");
  app->callback([flags, &session] {
    const Result<core::RunState> state = core::run_state(flags->directory);
    if (!state) return session.fail(state.error());
    if (flags->json) {
      print_out("{}\n", state_json(flags->directory, *state));
    } else {
      print_shards(*state);
    }
  });
}

void add_collect(CLI::App& campaign, Session& session) {
  CLI::App* app = campaign.add_subcommand("collect", "Join what the shards of a campaign have found until now");
  const auto directory = std::make_shared<std::string>();
  app->add_option("directory", *directory, "the campaign's folder; the whole will be in its folder merged/")
      ->required();
  app->footer("Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment, or a shard is not done.");
  app->callback([directory, &session] { collect_shards(*directory, session); });
}

void add_cancel(CLI::App& campaign, Session& session) {
  CLI::App* app = campaign.add_subcommand("cancel", "End the shards of a campaign; what they have stays");
  const auto directory = std::make_shared<std::string>();
  app->add_option("directory", *directory, "the campaign's folder")->required();
  app->callback([directory, &session] {
    if (const Status cancelled = core::cancel_run(*directory); !cancelled) return session.fail(cancelled.error());
    print_out("cancelled {}: shards that run keep what they have, and end within seconds\n", *directory);
    print_out("next      assay campaign collect {}\n", *directory);
  });
}

int exit_code_of(core::ShardState state) {
  if (state == core::ShardState::Done) return kNothingFound;
  return state == core::ShardState::Stopped ? kStopped : static_cast<int>(kEnvironment);
}

void add_shard(CLI::App& campaign, Session& session) {
  struct ShardFlags {
    std::string directory;
    std::uint64_t index = 0;
  };
  CLI::App* app = campaign.add_subcommand("shard", "Run one shard of a campaign: what batch scripts call");
  const auto flags = std::make_shared<ShardFlags>();
  app->add_option("directory", flags->directory, "the campaign's folder")->required();
  app->add_option("index", flags->index, "from 0")->required();
  app->footer(
      "Safe to run twice, also at once. Exit code: 0 done, 75 stopped before its end (run it again), 3 failed.");
  app->callback([flags, &session] {
    const Result<core::ShardEnd> end = core::run_shard(flags->directory, flags->index, Listening(session).stop());
    if (!end) return session.fail(end.error());
    print_out("shard {} {}{}\n", flags->index, core::name(end->state),
              end->message.empty() ? "" : ": " + printable(end->message));
    session.exit_code = exit_code_of(end->state);
  });
}

}  // namespace

void add_shard_commands(CLI::App& campaign, Session& session) {
  add_status(campaign, session);
  add_collect(campaign, session);
  add_cancel(campaign, session);
  add_shard(campaign, session);
}

}  // namespace assay::cli
