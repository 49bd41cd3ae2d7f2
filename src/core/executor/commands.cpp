#include "base/text.hpp"
#include "core/executor/run_folder.hpp"
#include "core/finding/finding.hpp"

namespace assay::core {

std::string ranges_text(const std::vector<std::uint64_t>& numbers) {
  std::string text;
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (!text.empty()) text += ",";
    text += std::to_string(numbers[first]);
    if (last > first) text += "-" + std::to_string(numbers[last]);
    first = last + 1;
  }
  return text;
}

std::vector<std::string> shard_command(const ShardedRun& run, const RunFolder& folder, std::uint64_t index,
                                       const std::string& out, bool resumed) {
  const std::string number = std::to_string(index);
  const std::string count = std::to_string(run.options.shards);
  std::vector<std::string> words = resumed ? run.resume : run.command;
  if (!resumed && index < run.arguments.size())
    words.insert(words.end(), run.arguments[index].begin(), run.arguments[index].end());
  for (std::string& word : words) {
    word = replace_all(std::move(word), "{shard}", number + "/" + count);
    word = replace_all(std::move(word), "{index}", number);
    word = replace_all(std::move(word), "{shards}", count);
    word = replace_all(std::move(word), "{out}", out);
    word = replace_all(std::move(word), "{inputs}", folder.inputs());
  }
  words.insert(words.begin(), run.program);
  return words;
}

std::vector<std::string> join_command(const ShardedRun& run, const RunFolder& folder,
                                      const std::vector<std::string>& folders, const std::string& out) {
  std::vector<std::string> words = {run.program};
  for (const std::string& word : run.join) {
    if (word == "{folders}") {
      words.insert(words.end(), folders.begin(), folders.end());
    } else {
      words.push_back(replace_all(replace_all(word, "{out}", out), "{inputs}", folder.inputs()));
    }
  }
  return words;
}

std::string shard_line(const ShardedRun& run, const std::string& folder, const std::string& index) {
  return shell_quoted({run.program, "campaign", "shard", folder}) + " " + index;
}

std::string collect_line(const ShardedRun& run, const std::string& folder) {
  return shell_quoted({run.program, "campaign", "collect", folder});
}

}  // namespace assay::core
