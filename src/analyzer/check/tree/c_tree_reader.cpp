#include "analyzer/check/tree/c_tree_reader.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "analyzer/check/tree/c_scope.hpp"
#include "analyzer/check/tree/c_tree_filter.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

using nlohmann::json;

/// A location as clang writes it. A location without a file has the file of the location before it, so the reader
/// tracks all locations.
struct Location {
  std::size_t offset = 0;
  std::size_t length = 0;
  bool known = false;  ///< it has an offset
  bool main_file = false;
  bool in_macro = false;
};

/// The meaning of an object in the JSON text.
enum class Role : std::uint8_t { Node, Place, Range, Type, Referenced, Other };

struct Frame {
  Role role = Role::Other;
  std::string key;        ///< the member that the reader is in
  std::size_t node = 0;   ///< for a Node: its index
  Location place;         ///< for a Place
  std::string place_key;  ///< "loc", "begin", "end", "spellingLoc", "expansionLoc"
};

std::string without_qualifiers(std::string type) {
  for (const std::string_view word : {"const ", "volatile ", "restrict "})
    while (type.starts_with(word)) type.erase(0, word.size());
  for (const std::string_view word : {" const", " volatile", "*const", "*restrict", "*volatile"})
    if (type.ends_with(word)) type.erase(type.size() - word.size() + (word[0] == '*' ? 1 : 0));
  return type;
}

std::uint64_t id_of(const std::string& text) {
  std::uint64_t value = 0;
  for (std::size_t i = text.starts_with("0x") ? 2 : 0; i < text.size(); ++i) {
    const char c = text[i];
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
    value = value << 4 | static_cast<std::uint64_t>(digit);
  }
  return value;
}

class TreeReader final : public nlohmann::json_sax<json> {
 public:
  explicit TreeReader(std::string_view file) : file_(file) {}

  bool null() override { return true; }
  bool boolean(bool value) override {
    if (in(Role::Node) && frames_.back().key == "isPostfix") node().postfix = value;
    if (in(Role::Node) && frames_.back().key == "constexpr") node().is_const = value;
    return true;
  }
  bool number_integer(number_integer_t value) override { return number(static_cast<std::size_t>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(static_cast<std::size_t>(value)); }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool string(string_t& value) override {
    if (frames_.empty()) return true;
    Frame& top = frames_.back();
    if (top.role == Role::Place && top.key == "file") main_now_ = value == file_;
    if (top.role == Role::Type) type(top.key, value);
    if (top.role == Role::Referenced) referenced(top.key, value);
    if (top.role == Role::Node) text(top.key, value);
    return true;
  }
  bool key(string_t& value) override {
    frames_.back().key = value;
    return true;
  }
  bool start_object(std::size_t) override {
    Frame frame;
    const std::string key = frames_.empty() ? "inner" : frames_.back().key;
    const Role outer = frames_.empty() ? Role::Node : frames_.back().role;
    if (outer == Role::Node && key == "inner") {
      frame.role = Role::Node;
      frame.node = nodes_.size();
      CNode made;
      made.parent = frames_.empty() ? 0 : frames_.back().node;
      nodes_.push_back(std::move(made));
      if (frame.node != 0) nodes_[nodes_[frame.node].parent].children.push_back(frame.node);
    } else if (outer == Role::Node && key == "range") {
      frame.role = Role::Range;
    } else if (outer == Role::Node && key == "type") {
      frame.role = Role::Type;
    } else if (outer == Role::Node && key == "referencedDecl") {
      frame.role = Role::Referenced;
    } else if (key == "loc" || key == "begin" || key == "end" || key == "spellingLoc" || key == "expansionLoc") {
      frame.role = Role::Place;
      frame.place_key = key;
    }
    frames_.push_back(std::move(frame));
    return true;
  }
  bool end_object() override {
    const Frame done = std::move(frames_.back());
    frames_.pop_back();
    if (done.role == Role::Place && !frames_.empty()) place(done);
    if (done.role == Role::Node && frames_.size() == 1) drop_foreign(done.node);
    return true;
  }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    problem_ = error.what();
    return false;
  }

  std::string problem_;
  std::vector<CNode> nodes_;

 private:
  [[nodiscard]] bool in(Role role) const { return !frames_.empty() && frames_.back().role == role; }
  CNode& node() { return nodes_[frames_.back().node]; }
  /// The node to which the current inner object belongs.
  CNode& owner() {
    std::size_t at = frames_.size();
    while (frames_[--at].role != Role::Node) continue;
    return nodes_[frames_[at].node];
  }

  bool number(std::size_t value) {
    if (!in(Role::Place)) return true;
    Frame& top = frames_.back();
    if (top.key == "offset") {
      top.place.offset = value;
      top.place.known = true;
    }
    if (top.key == "tokLen") top.place.length = value;
    return true;
  }

  void text(const std::string& key, const std::string& value) {
    CNode& to = node();
    if (key == "id") to.id = id_of(value);
    if (key == "kind") to.kind = value;
    if (key == "name") to.name = value;
    if (key == "opcode") to.opcode = value;
    if (key == "castKind") to.cast = value;
    if (key == "valueCategory") to.lvalue = value == "lvalue";
    if (key == "objectKind") to.bit_field = value == "bitfield";
    if (key == "storageClass") to.is_static = value == "static" || value == "extern";
  }
  void type(const std::string& key, const std::string& value) {
    if (value.starts_with("const ") && !is_pointer_type(value) && is_number_type(without_qualifiers(value)))
      owner().is_const = true;
    if (key == "desugaredQualType" || (key == "qualType" && owner().type.empty()))
      owner().type = without_qualifiers(value);
  }
  void referenced(const std::string& key, const std::string& value) {
    if (key == "id") owner().referenced_id = id_of(value);
    if (key == "kind") owner().referenced_kind = value;
    if (key == "name") owner().referenced = value;
  }

  /// A bare location, or a member of a pair: the place of a macro's expansion counts; the node is marked as in a macro.
  void place(const Frame& done) {
    Location place = done.place;
    place.main_file = main_now_;
    Frame& outer = frames_.back();
    if (done.place_key == "expansionLoc" && outer.role == Role::Place) {
      outer.place = place;
      outer.place.in_macro = true;
      expanded_main_ = main_now_;
      return;
    }
    if (done.place_key == "spellingLoc" || outer.role != Role::Range || !place.known) return;
    if (place.in_macro) place.main_file = expanded_main_;
    CNode& to = owner();
    to.in_macro = to.in_macro || place.in_macro;
    if (done.place_key == "begin") {
      to.begin = place.offset;
      begins_here_ = place.main_file;
      if (frames_.size() == kTopLevel) top_here_ = begins_here_;
    } else {
      to.end = place.offset + place.length;
      if (!begins_here_ || !place.main_file) to.in_macro = true;
    }
  }

  /// Drops a declaration from a header, or without a place.
  void drop_foreign(std::size_t index) {
    if (!top_here_) {
      nodes_.resize(index);
      nodes_.front().children.pop_back();
    }
    top_here_ = false;
  }

  /// Number of open frames while the range of a top-level declaration is read: the file, the declaration, the range.
  static constexpr std::size_t kTopLevel = 3;

  std::string_view file_;
  std::vector<Frame> frames_;
  bool main_now_ = true;
  bool expanded_main_ = true;
  bool begins_here_ = true;
  bool top_here_ = false;
};

}  // namespace

Result<std::vector<CNode>> read_clang_tree(std::string_view json_text, std::string_view file) {
  TreeReader reader(file);
  const std::string text = without_headers(json_text, file);
  if (!json::sax_parse(text.begin(), text.end(), &reader) || reader.nodes_.empty())
    return Error{"clang's syntax tree cannot be read: " + printable(reader.problem_), "is clang-14 installed?"};
  return std::move(reader.nodes_);
}

}  // namespace assay::analyzer
