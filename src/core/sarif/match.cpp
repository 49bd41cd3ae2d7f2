#include "core/sarif/match.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <tuple>

#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/sarif/file_pairs.hpp"
#include "core/sarif/order_pairs.hpp"
#include "core/sarif/traits.hpp"

namespace assay::core {
namespace {

/// Further conditions of a row on two alerts, when their traits are equal.
enum Condition : unsigned {
  kNone = 0,
  /// The functions are the same, or one was renamed: the other version of the file lacks it.
  kSameOrRenamed = 1,
  /// The function was moved: its old file lacks it now, or its new file lacked it before.
  kMoved = 2,
  kKnownCode = 4,  ///< the code of both is known
  kAnyRule = 8,    ///< the rules may differ
};

/// One kind of evidence that two alerts are the same.
struct Row {
  std::string_view evidence;
  std::array<Trait, 4> traits;  ///< equal in both; Trait::Count: none
  unsigned conditions = kNone;
  double min_code = 0;     ///< common share of the tokens of their code, if it is known
  double min_message = 0;  ///< common share of the words of their messages
};

constexpr Trait kNo = Trait::Count;
using enum Trait;
/// The strongest evidence first. `fingerprints` come after the first row.
constexpr std::array kRows = {
    Row{"guid", {Guid, kNo, kNo, kNo}, kAnyRule},
    Row{"code around it", {Window, File, Function, Message}},
    Row{"statement", {Statement, File, Function, Message}},
    Row{"partial fingerprints", {Partial, File, Message, kNo}},
    Row{"snippet", {Snippet, File, Function, Message}},
    Row{"code around it, in another file", {Window, Function, Message, kNo}},
    Row{"statement, in another file", {Statement, Named, Message, kNo}, kMoved},
    Row{"partial fingerprints, in another file", {Partial, Message, kNo, kNo}},
    Row{"snippet, in another file", {Snippet, Named, Message, kNo}},
    Row{"code around it, other numbers", {Window, Masked, kNo, kNo}},
    Row{"statement, other function or numbers", {Statement, File, Masked, kNo}, kSameOrRenamed},
    Row{"partial fingerprints, other message", {Partial, File, kNo, kNo}, kSameOrRenamed, 0, 0.5},
    Row{"snippet, other function or numbers", {Snippet, File, Masked, kNo}, kSameOrRenamed},
    Row{"code around it, other message", {Window, File, kNo, kNo}},
    Row{"statement, other message", {Statement, File, Function, kNo}, kNone, 0, 0.3},
    Row{"message", {File, Function, Message, kNo}, kNone, 0.5},
    Row{"message, other numbers", {File, Masked, kNo, kNo}, kSameOrRenamed, 0.5},
    Row{"message, in another file", {Named, Message, kNo, kNo}, kMoved | kKnownCode, 0.5},
    Row{"place", {File, Place, kNo, kNo}, kSameOrRenamed, 0.5, 0.5},
    Row{"function", {File, Function, kNo, kNo}, kKnownCode, 0.6, 0.5},
};

/// Lines that moved, as matched alerts of a file show: old lines with their new ones, sorted.
using MovedLines = std::map<std::string, std::vector<std::pair<unsigned, unsigned>>>;

unsigned distance(unsigned a, unsigned b) { return a < b ? b - a : a - b; }

/// A name of fingerprints without its version, and the version: "stem/v2" (SARIF section 3.27.16).
std::pair<std::string, std::uint64_t> stem_and_version(const std::string& name) {
  const std::size_t at = name.rfind("/v");
  const auto version = at == std::string::npos ? std::nullopt : parse_unsigned(std::string_view(name).substr(at + 2));
  return version ? std::pair{name.substr(0, at), *version} : std::pair{name, std::uint64_t{0}};
}

class Matcher {
 public:
  Matcher(const AlertSide& before, const AlertSide& after)
      : before_(before.alerts),
        after_(after.alerts),
        both_(traits_of(before, after)),
        old_pair_(before_.size()),
        new_taken_(after_.size(), false) {}

  [[nodiscard]] std::vector<AlertPair> pairs() {
    for (const Row& row : kRows) {
      match_equal(row, [&](const AlertTraits& traits, const SarifAlert&) { return key(row, traits); });
      if (&row == kRows.data()) match_fingerprints();
    }
    std::vector<AlertPair> all;
    for (const std::optional<AlertPair>& pair : old_pair_)
      if (pair) all.push_back(*pair);
    return all;
  }

 private:
  /// The hash of the row's traits; nullopt: the alert lacks one.
  [[nodiscard]] static std::optional<std::uint64_t> key(const Row& row, const AlertTraits& traits) {
    std::uint64_t hash = (row.conditions & kAnyRule) != 0 ? 0 : traits.rule;
    for (const Trait trait : row.traits) {
      if (trait == kNo) continue;
      if (traits.of(trait) == 0) return std::nullopt;
      hash = combine(hash, traits.of(trait));
    }
    return hash;
  }

  /// Newer versions of a fingerprint come first.
  void match_fingerprints() {
    std::map<std::pair<std::string, std::uint64_t>, std::string> names;
    for (const SarifAlert& alert : before_)
      for (const auto& [name, value] : alert.fingerprints) {
        const auto [stem, version] = stem_and_version(name);
        names[{stem, ~version}] = name;
      }
    static constexpr Row kFingerprint{"fingerprints", {kNo, kNo, kNo, kNo}};
    for (const auto& [order, name] : names)
      match_equal(
          kFingerprint,
          [&, &wanted = name](const AlertTraits& traits, const SarifAlert& alert) -> std::optional<std::uint64_t> {
            const auto at = alert.fingerprints.find(wanted);
            if (at == alert.fingerprints.end()) return std::nullopt;
            return hash_bytes(at->second, traits.rule);
          });
  }

  /// Pairs the free alerts with equal keys. `key_of`: nullopt: the alert has no part in this.
  void match_equal(const Row& row, const auto& key_of) {
    struct Entry {
      std::uint64_t key;
      bool is_new;
      std::size_t index;
    };
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < before_.size(); ++i)
      if (!old_pair_[i])
        if (const std::optional<std::uint64_t> hash = key_of(both_.before[i], before_[i]))
          entries.push_back({*hash, false, i});
    for (std::size_t i = 0; i < after_.size(); ++i)
      if (!new_taken_[i])
        if (const std::optional<std::uint64_t> hash = key_of(both_.after[i], after_[i]))
          entries.push_back({*hash, true, i});
    const auto order = [&](const Entry& one) {
      const AlertTraits& traits = one.is_new ? both_.after[one.index] : both_.before[one.index];
      // Indices are in the order of places within a file.
      return std::tuple(one.key, one.is_new, std::string_view(traits.file), one.index);
    };
    std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) { return order(a) < order(b); });
    const MovedLines moved = moved_lines();
    for (auto at = entries.begin(); at != entries.end();) {
      std::vector<std::size_t> olds, news;
      const std::uint64_t own = at->key;
      for (; at != entries.end() && at->key == own; ++at) (at->is_new ? news : olds).push_back(at->index);
      pair_group(row, olds, news, moved);
    }
  }

  void pair_group(const Row& row, const std::vector<std::size_t>& olds, const std::vector<std::size_t>& news,
                  const MovedLines& moved) {
    const auto cost = [&](std::size_t left, std::size_t right) -> std::optional<std::uint64_t> {
      if (!may_be_same(row, both_.before[olds[left]], both_.after[news[right]])) return std::nullopt;
      return distance_of(olds[left], news[right], moved);
    };
    for (const auto& [left, right] : pairs_in_order(olds.size(), news.size(), cost)) {
      const AlertTraits& old = both_.before[olds[left]];
      const AlertTraits& now = both_.after[news[right]];
      const Trait code = old.code == AlertTraits::Code::Source ? Statement : Snippet;
      const bool changed = comparable(old, now) && old.of(code) != now.of(code);
      old_pair_[olds[left]] = AlertPair{olds[left], news[right], row.evidence, changed};
      new_taken_[news[right]] = true;
    }
  }

  [[nodiscard]] static bool comparable(const AlertTraits& old, const AlertTraits& now) {
    return old.code == now.code && old.code != AlertTraits::Code::Unknown;
  }

  [[nodiscard]] bool may_be_same(const Row& row, const AlertTraits& old, const AlertTraits& now) const {
    const bool known = comparable(old, now);
    if ((row.conditions & kKnownCode) != 0 && !known) return false;
    if (known && row.min_code > 0 && common_share(old.code_tokens, now.code_tokens) < row.min_code) return false;
    if (row.min_message > 0 && common_share(old.message_words, now.message_words) < row.min_message) return false;
    const bool goes = !both_.new_functions.has(old.file, old.function);
    const bool comes = !both_.old_functions.has(now.file, now.function);
    if ((row.conditions & kMoved) != 0 && !goes && !comes) return false;
    if ((row.conditions & kSameOrRenamed) == 0 || old.function == now.function) return true;
    if (old.function.empty() || now.function.empty()) return true;
    return known && goes && comes;
  }

  /// How far the new alert is from the place where the old one is expected.
  [[nodiscard]] std::uint64_t distance_of(std::size_t old, std::size_t now, const MovedLines& moved) const {
    constexpr std::uint64_t kOtherFile = std::uint64_t{1} << 32U;
    if (both_.before[old].file != both_.after[now].file) return kOtherFile;
    unsigned line = before_[old].line;
    if (const auto at = moved.find(both_.before[old].file); at != moved.end()) {
      auto after = std::upper_bound(at->second.begin(), at->second.end(), std::pair{line, ~0U});
      if (after != at->second.begin()) --after;
      line += after->second - after->first;  // wraps around as the difference does
    }
    return std::uint64_t{distance(line, after_[now].line)} * 8 +
           std::min(distance(before_[old].column, after_[now].column), 7U);
  }

  [[nodiscard]] MovedLines moved_lines() const {
    MovedLines moved;
    for (const std::optional<AlertPair>& pair : old_pair_)
      if (pair && both_.before[pair->before].file == both_.after[pair->after].file)
        moved[both_.before[pair->before].file].emplace_back(before_[pair->before].line, after_[pair->after].line);
    for (auto& [file, lines] : moved) std::sort(lines.begin(), lines.end());
    return moved;
  }

  const std::vector<SarifAlert>& before_;
  const std::vector<SarifAlert>& after_;
  TwoVersions both_;
  std::vector<std::optional<AlertPair>> old_pair_;
  std::vector<bool> new_taken_;
};

}  // namespace

std::vector<AlertPair> match_alerts(const AlertSide& before, const AlertSide& after) {
  return Matcher(before, after).pairs();
}

}  // namespace assay::core
