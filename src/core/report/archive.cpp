#include <algorithm>
#include <array>

#include "core/finding/finding_json.hpp"
#include "core/report/report.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kBlock = 512;      // bytes
constexpr std::size_t kNameBytes = 100;  // of the header's field for the name

/// A header block of the POSIX.1-1988 format ustar, followed by the content, padded to whole blocks. Times and owners
/// are 0, so that equal findings have equal archives.
std::string tar_block(std::string_view name, char type, const std::string& content) {
  std::array<char, kBlock> header{};
  const auto put = [&](std::size_t at, std::string_view text) { std::copy(text.begin(), text.end(), &header.at(at)); };
  const auto octal = [&](std::size_t at, std::size_t digits, std::uint64_t value) {
    for (std::size_t i = digits; i > 0; --i, value /= 8) header.at(at + i - 1) = static_cast<char>('0' + value % 8);
  };
  put(0, name.substr(0, kNameBytes));
  octal(100, 7, name.ends_with(".sh") ? 0755 : 0644);
  octal(108, 7, 0);
  octal(116, 7, 0);
  octal(124, 11, content.size());
  octal(136, 11, 0);
  put(148, "        ");
  header.at(156) = type;
  put(257, std::string_view("ustar\00000", 8));
  std::uint64_t sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  octal(148, 6, sum);
  header.at(154) = '\0';
  std::string out(header.begin(), header.end());
  out += content;
  out.resize((out.size() + kBlock - 1) / kBlock * kBlock, '\0');
  return out;
}

/// One file. A path that does not fit into the header precedes it in GNU tar's entry for long names.
std::string tar_entry(const std::string& path, const std::string& content) {
  const std::string file = tar_block(path, '0', content);
  return path.size() < kNameBytes ? file : tar_block("././@LongLink", 'L', path + '\0') + file;
}

}  // namespace

std::vector<File> finding_archives(const CampaignRecord& record) {
  std::vector<File> archives;
  for (const Finding& finding : record.findings) {
    std::string tar;
    const auto add = [&](const std::string& folder, const std::vector<File>& files) {
      for (const File& file : files) tar += tar_entry(finding.id + "/" + folder + file.name, file.content);
    };
    add("", {{"report.md", issue_text(finding)}, {"finding.json", finding_to_json(finding)}});
    add("reproduce/", reproduction_files(finding));
    add("original/", finding.original.files);
    if (finding.reduced) add("reduced/", finding.reduced->files);
    tar.append(2 * kBlock, '\0');
    archives.push_back({finding.id + ".tar", std::move(tar)});
  }
  return archives;
}

}  // namespace assay::core
