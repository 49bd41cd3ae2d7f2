// SPDX-License-Identifier: GPL-3.0-or-later
// Claims in Assay's fact language: one JSON object a line (docs/user/analyzer-facts.md).
#include "claim.hpp"

namespace assay_gcc {
namespace {

std::string quoted_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if ((unsigned char)c < ' ') {
      char escape[8];
      snprintf(escape, sizeof escape, "\\u%04x", (unsigned)c);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string text_of(tree what) {
  char* raw = print_generic_expr_to_str(what);
  std::string text = raw;
  free(raw);
  return text;
}

std::string type_of(tree type) {
  if (POINTER_TYPE_P(type)) return "pointer";  // the target type distinguishes programs, not causes
  return text_of(TYPE_MAIN_VARIANT(type));
}

/// The exact decimal number, in quotes if JSON readers would round it.
std::string number(const wide_int& value, signop sign, bool quote = true) {
  const widest_int wide = widest_int::from(value, sign);
  const bool negative = wi::neg_p(wide);
  widest_int rest = wi::abs(wide);
  std::string digits;
  do {
    digits.insert(digits.begin(), (char)('0' + wi::umod_trunc(rest, 10).to_uhwi()));
    rest = wi::udiv_trunc(rest, 10);
  } while (rest != 0);
  if (negative) digits.insert(digits.begin(), '-');
  return quote && digits.size() > 15 ? quoted_text(digits) : digits;
}

std::string hexadecimal(const wide_int& value) {
  std::string text;
  const widest_int wide = widest_int::from(value, UNSIGNED);
  for (int nibble = 31; nibble >= 0; --nibble) {
    const auto digit = wi::extract_uhwi(wide, nibble * 4, 4);
    if (digit != 0 || !text.empty() || nibble == 0) text += "0123456789abcdef"[digit];
  }
  return "\"0x" + text + '"';
}

/// Whether the ranges have few integers; `list` gets them.
bool few(const std::vector<std::pair<wide_int, wide_int>>& ranges, signop sign, std::string& list) {
  constexpr unsigned kFew = 8;
  unsigned count = 0;
  for (const auto& [low, high] : ranges) {
    for (wide_int value = low;; value = wi::add(value, 1)) {
      if (++count > kFew) return false;
      list += (list.empty() ? "" : ",") + number(value, sign);
      if (wi::eq_p(value, high)) break;
    }
  }
  return true;
}

/// The gaps of ranges that extend from the smallest to the largest value of the type.
std::vector<std::pair<wide_int, wide_int>> gaps(const Claim& claim, tree type) {
  std::vector<std::pair<wide_int, wide_int>> all;
  const signop sign = TYPE_SIGN(type);
  const unsigned bits = TYPE_PRECISION(type);
  const auto& ranges = claim.ranges;
  if (wi::gt_p(ranges.front().first, wi::min_value(bits, sign), sign))
    all.emplace_back(wi::min_value(bits, sign), wi::sub(ranges.front().first, 1));
  for (std::size_t i = 1; i < ranges.size(); ++i)
    all.emplace_back(wi::add(ranges[i - 1].second, 1), wi::sub(ranges[i].first, 1));
  if (wi::lt_p(ranges.back().second, wi::max_value(bits, sign), sign))
    all.emplace_back(wi::add(ranges.back().second, 1), wi::max_value(bits, sign));
  return all;
}

std::string ranges_text(const Claim& claim, tree type) {
  const signop sign = TYPE_SIGN(type);
  std::string list;
  if (claim.ranges.size() > 1 && few(claim.ranges, sign, list))
    return "\"property\":\"values\",\"values\":[" + list + "]";
  list.clear();
  if ((claim.ranges.size() > 1 || POINTER_TYPE_P(type)) && few(gaps(claim, type), sign, list))
    return "\"property\":\"excluded-values\",\"values\":[" + list + "]";
  if (claim.ranges.size() == 1)
    return "\"property\":\"interval\",\"low\":" + number(claim.ranges[0].first, sign) +
           ",\"high\":" + number(claim.ranges[0].second, sign);
  list.clear();
  for (const auto& [low, high] : claim.ranges)
    list += (list.empty() ? "" : ",") +
            quoted_text("[" + number(low, sign, false) + ", " + number(high, sign, false) + "]");
  return "\"property\":\"named\",\"name\":\"ranges\",\"arguments\":[" + list + "]";
}

std::string objects_text(const Claim& claim) {
  std::string list;
  for (tree object : claim.objects) list += (list.empty() ? "" : ",") + quoted_text(text_of(object));
  return std::string("\"property\":\"named\",\"name\":\"") + (claim.inside ? "reaches" : "reaches-none") +
         "\",\"arguments\":[" + list + "]";
}

std::string property(const Group& group, const Claim& claim) {
  switch (claim.kind) {
    case Claim::Kind::Ranges: return ranges_text(claim, TREE_TYPE(group.value));
    case Claim::Kind::Zeros:
      return "\"property\":\"known-bits\",\"width\":" + std::to_string(claim.zeros.get_precision()) +
             ",\"zeros\":" + hexadecimal(claim.zeros) + ",\"ones\":\"0x0\"";
    case Claim::Kind::Alignment:
      return "\"property\":\"congruence\",\"modulus\":" + std::to_string(claim.align) +
             ",\"remainder\":" + std::to_string(claim.misalign);
    case Claim::Kind::Unreachable: return "\"property\":\"unreachable\"";
    case Claim::Kind::Relation:
      return std::string("\"property\":\"relation\",\"op\":") + quoted_text(op_symbol_code(claim.relation)) +
             ",\"expression\":" + quoted_text(text_of(claim.other));
    case Claim::Kind::Apart: return "\"property\":\"no-alias\",\"other\":" + quoted_text(text_of(claim.other));
    case Claim::Kind::PointsTo: return objects_text(claim);
    case Claim::Kind::Unchanged: return "\"property\":\"named\",\"name\":\"unchanged\",\"arguments\":[]";
    case Claim::Kind::Trips:
      if (claim.iterations != NULL_TREE)
        return "\"property\":\"relation\",\"op\":\"==\",\"expression\":" + quoted_text(text_of(claim.iterations)) +
               ",\"offset\":1";
      return "\"property\":\"interval\"," +
             (claim.exact ? "\"low\":" + std::to_string(claim.trips) + "," : std::string()) +
             "\"high\":" + std::to_string(claim.trips);
  }
  gcc_unreachable();
}

location_t location(const Where& where) {
  gimple* at = where.statement;
  if (at == nullptr && where.in != nullptr) at = last_stmt(where.in->header);
  if (at == nullptr) return UNKNOWN_LOCATION;
  if (gphi* phi = dyn_cast<gphi*>(at)) {
    for (unsigned i = 0; i < gimple_phi_num_args(phi); ++i)
      if (gimple_phi_arg_has_location(phi, i)) return gimple_phi_arg_location(phi, i);
  }
  return gimple_location(at);
}

std::string place(const Group& group, function* fun) {
  location_t at = location(group.where);
  if (LOCATION_LOCUS(at) == UNKNOWN_LOCATION) at = DECL_SOURCE_LOCATION(fun->decl);
  const expanded_location seen = expand_location(at);
  std::string text = "\"file\":" + quoted_text(seen.file != nullptr ? seen.file : "") +
                     ",\"line\":" + std::to_string(seen.line) + ",\"column\":" + std::to_string(seen.column);
  if (group.where.kind == Where::Kind::AfterDefinition) text += ",\"when\":\"after\"";
  if (group.where.kind == Where::Kind::BeforeStatement) text += ",\"when\":\"before\"";
  return text + ",\"function\":" + quoted_text(function_name(fun));
}

std::string edge_text(const Where& where) {
  if (where.kind != Where::Kind::OnEdge) return "";
  if ((where.on->flags & EDGE_TRUE_VALUE) != 0) return "edge taken when true";
  if ((where.on->flags & EDGE_FALSE_VALUE) != 0) return "edge taken when false";
  return "edge to block " + std::to_string(where.on->dest->index);
}

std::string statement_text(gimple* statement) {
  if (statement == nullptr) return "";
  pretty_printer buffer;
  pp_gimple_stmt_1(&buffer, statement, 0, TDF_NONE);
  std::string text = pp_formatted_text(&buffer);
  constexpr std::size_t kShown = 160;
  if (text.size() > kShown) text.resize(kShown);
  return text;
}

std::string subject(const Group& group, const Claim& claim) {
  if (claim.kind == Claim::Kind::Trips)
    return "\"kind\":\"loop\",\"measure\":\"trip-count\",\"subject\":\"loop " + std::to_string(group.where.in->num) +
           '"';
  if (group.value == NULL_TREE) return "\"kind\":\"point\"";
  const std::string value = "\"kind\":\"value\",\"subject\":" + quoted_text(text_of(group.value));
  // Types distinguish programs, not causes.
  if (claim.kind == Claim::Kind::PointsTo || claim.kind == Claim::Kind::Unchanged) return value;
  return value + ",\"type\":" + quoted_text(type_of(TREE_TYPE(group.value)));
}

}  // namespace

void print_claims(FILE* out, function* fun, const std::vector<Group>& groups) {
  for (const Group& group : groups) {
    std::string origin = statement_text(group.where.statement);
    if (group.where.kind == Where::Kind::OnEdge) origin += " (" + edge_text(group.where) + ")";
    for (const Claim& claim : group.claims) {
      fprintf(out,
              "{%s,%s,\"operation\":%s,%s,\"assumptions\":[\"no undefined behaviour so "
              "far\"],\"source\":%s,\"origin\":%s}\n",
              place(group, fun).c_str(), subject(group, claim).c_str(), quoted_text(group.operation).c_str(),
              property(group, claim).c_str(), quoted_text(claim.part).c_str(), quoted_text(origin).c_str());
    }
  }
}

}  // namespace assay_gcc
