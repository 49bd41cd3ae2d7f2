#include "datalog/dialect/souffle/words/souffle_qualifiers.hpp"

#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assay::datalog {
namespace {

template <typename Value>
struct Word {
  std::string_view word;
  Value value;
};

constexpr std::array<Word<Representation>, 4> kRepresentations = {{{"btree", Representation::Btree},
                                                                   {"brie", Representation::Brie},
                                                                   {"eqrel", Representation::Eqrel},
                                                                   {"btree_delete", Representation::BtreeDelete}}};
constexpr std::array<Word<Inlining>, 2> kInlinings = {
    {{"inline", Inlining::Inline}, {"no_inline", Inlining::NoInline}}};
constexpr std::array<Word<MagicSets>, 2> kMagicSets = {{{"magic", MagicSets::Magic}, {"no_magic", MagicSets::NoMagic}}};

/// Sets the field if the token is a word for it, and returns whether it is. `clash`: the field had another value.
template <typename Value, std::size_t size>
bool set_from(const std::array<Word<Value>, size>& words, const Token& token, Value& field, bool& clash) {
  for (const Word<Value>& word : words) {
    if (!token.is(word.word)) continue;
    clash = field != Value::Default && field != word.value;
    field = word.value;
    return true;
  }
  return false;
}

template <typename Value, std::size_t size>
std::string text_of(const std::array<Word<Value>, size>& words, Value value) {
  for (const Word<Value>& word : words)
    if (word.value == value) return " " + std::string(word.word);
  return {};
}

class QualifierReader {
 public:
  QualifierReader(Cursor& cursor, Relation& relation) : cursor_(cursor), relation_(relation) {}

  Qualifiers run() {
    while (!out_.problem && read_one()) {
    }
    if (!out_.problem && cursor_.peek().is("choice") && cursor_.peek(1).is("-") && cursor_.peek(2).is("domain"))
      read_choice_domains();
    return std::move(out_);
  }

 private:
  void fail(const Token& at, std::string what) {
    out_.problem = std::move(what);
    out_.problem_at = at;
  }
  void unsupported(const Token& at) {
    out_.unsupported = "relations that are " + std::string(at.text);
    out_.unsupported_at = at;
  }

  bool read_one() {
    const Token token = cursor_.peek();
    bool clash = false;
    if (token.is("output")) {
      relation_.is_output = true;
    } else if (token.is("input")) {
      relation_.is_input = true;
    } else if (token.is("printsize")) {  // does not print tuples
    } else if (token.is("overridable")) {
      unsupported(token);
    } else if (!set_from(kRepresentations, token, relation_.representation, clash) &&
               !set_from(kInlinings, token, relation_.inlining, clash) &&
               !set_from(kMagicSets, token, relation_.magic, clash)) {
      return false;
    }
    cursor_.take();
    if (clash) fail(token, "'" + std::string(token.text) + "' contradicts a qualifier in front of it");
    return true;
  }

  void read_choice_domains() {
    for (int i = 0; i < 3; ++i) cursor_.take();
    for (std::size_t i = 0; i < relation_.attributes.size(); ++i)
      positions_.emplace(relation_.attributes[i].name, static_cast<std::uint32_t>(i));
    do {
      std::vector<std::uint32_t> domain;
      if (cursor_.accept("(")) {
        do {
          add_attribute(domain);
        } while (!out_.problem && cursor_.accept(","));
        if (!out_.problem && !cursor_.accept(")")) fail(cursor_.peek(), "')' is missing behind a choice domain");
      } else {
        add_attribute(domain);
      }
      relation_.choice_domains.push_back(std::move(domain));
    } while (!out_.problem && cursor_.accept(","));
  }

  void add_attribute(std::vector<std::uint32_t>& domain) {
    const Token name = cursor_.take();
    const auto position = positions_.find(std::string(name.text));
    if (position == positions_.end()) return fail(name, "a choice domain needs the relation's own attributes");
    domain.push_back(position->second);
  }

  Cursor& cursor_;
  Relation& relation_;
  Qualifiers out_;
  std::unordered_map<std::string, std::uint32_t> positions_;
};

}  // namespace

Qualifiers read_qualifiers(Cursor& cursor, Relation& relation) { return QualifierReader(cursor, relation).run(); }

std::string qualifiers_text(const Relation& relation) {
  std::string out = text_of(kRepresentations, relation.representation) + text_of(kInlinings, relation.inlining) +
                    text_of(kMagicSets, relation.magic);
  std::string_view separator = " choice-domain ";
  for (const std::vector<std::uint32_t>& domain : relation.choice_domains) {
    out += separator;
    separator = ", ";
    for (std::size_t i = 0; i < domain.size(); ++i) {
      out += i == 0 ? "(" : ", ";
      out += relation.attributes[domain[i]].name;
    }
    out += ")";
  }
  return out;
}

}  // namespace assay::datalog
