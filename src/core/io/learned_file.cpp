#include "core/io/learned_file.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/io.hpp"

namespace assay::core {
namespace {

constexpr const char* kFormatKey = "assay-learned";

}  // namespace

Result<LearnedJson> parse_learned(const std::string& text, unsigned format) {
  LearnedJson json = LearnedJson::parse(text, nullptr, false);
  if (json.is_discarded()) return Error{"it is no JSON", ""};
  if (!json.is_object() || !json.contains(kFormatKey))
    return Error{"it has no key '" + std::string(kFormatKey) + "'", ""};
  if (json[kFormatKey] != format) return Error{"it is of another version of Assay", ""};
  return json;
}

std::string learning_starts_anew(const std::string& path, const std::string& what, const Error& why) {
  return "'" + path + "' is no " + what + ": " + why.text() + "; learning starts anew, and the file is renamed to '" +
         path + ".bad'";
}

Status write_learned(const std::string& path, unsigned format, const LearnedJson& json,
                     const std::function<bool(const std::string&)>& is_readable) {
  if (exists(path)) {
    const Result<std::string> text = read_text_file(path);
    if (!text) return text.error();
    if (!is_readable(*text))
      if (const Status moved = Disk::real().rename(path, path + ".bad"); !moved) return moved;
  }
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (!folder.empty())
    if (const Status made = Disk::real().make_directory(folder); !made) return made;
  LearnedJson whole = {{kFormatKey, format}};
  whole.update(json);
  return write_text_file(path, whole.dump(-1, ' ', false, LearnedJson::error_handler_t::replace) + "\n");
}

}  // namespace assay::core
