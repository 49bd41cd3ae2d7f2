/* Direct tests of a point's facts inside of Ciao's engine, for speed: about 50 ns a visit, where the same in Prolog
 * (assay_check.pl) takes ten times as long. It counts the visit, goes once over the terms, and says yes only when all
 * facts certainly hold. "No" means "ask the Prolog tests", which judge and report: so nothing is reported from here.
 * A term that is too large, too deep or may be cyclic, and a variable with attributes, is a "no", too.
 *
 * Terms are only read, and nothing is kept between two calls: garbage collection and backtracking are no concern. */
#include <ciao/ciao_gluecode.h>
#include <ciao/eng.h>
#include <stdint.h>
#include <stdlib.h>

enum { kMaxVariables = 64, kMaxArguments = 30, kMaxCells = 100000, kMaxDepth = 2000 };

/* Operators of a point's program: OP LENGTH, and what follows; a set of the point's arguments is a number, with bit i for
 * argument i (from 0). src/analyzer/adapters/ciao/instrument/engine_test.cpp writes them. */
enum Op {
  kGround = 1, /* SET: all of it */
  kVar,        /* SET */
  kNonvar,     /* SET */
  kLinear,     /* SET */
  kIndep,      /* SET SET: no variable is in both */
  kCovered,    /* SET SET: the variables of the first are in the second */
  kType,       /* ARGUMENT TYPE */
  kShare,      /* SET of the arguments in the claim, NUMBER of groups, SETs, NUMBER of cliques, SETs */
  kNever,
  kAnyOf /* alternatives: LENGTH OPERATORS each */
};
/* Alternatives of a type: LENGTH KIND ...: an atomic constant; NAME ARITY TYPES; the two types of a list's cell; types
 * that the term must all have. Types below 1 are built in. */
enum Kind { kConstant = 1, kStructure, kCell, kAllOf };
enum Base {
  kAny = 0, kGnd = -1, kNum = -2, kInt = -3, kFlt = -4, kNnegint = -5, kAtm = -6, kStruct = -7, kGndstr = -8, kBot = -9,
  kAtomic = -10, kCallable = -11, kList = -12, kVarType = -13
};

typedef struct {
  tagged_t* words;
  long length; /* 0: not defined */
} Code;
typedef struct {
  Code* at;
  long size;
} Table;

static Table points, types;
static int64_t* visits;
static int64_t left_; /* number of points that the present test may still pass */

/* The variables in the arguments of the present visit. */
static tagged_t variables[kMaxVariables];
static uint64_t places[kMaxVariables]; /* the arguments in which the variable occurs, as bits */
static int variable_count;
static uint64_t free_;     /* arguments that are variables */
static uint64_t open_;     /* arguments with variables */
static uint64_t repeated_; /* arguments in which a variable occurs twice */
static int cells;

static int64_t number(tagged_t word) { return GetSmall(word); }

static bool_t note_variable(tagged_t variable, int argument) {
  const uint64_t bit = (uint64_t)1 << argument;
  open_ |= bit;
  for (int i = 0; i < variable_count; ++i) {
    if (variables[i] != variable) continue;
    if (places[i] & bit) repeated_ |= bit;
    places[i] |= bit;
    return TRUE;
  }
  if (variable_count == kMaxVariables) return FALSE;
  variables[variable_count] = variable;
  places[variable_count++] = bit;
  return TRUE;
}

/* True if the word itself is a whole term: an atom or a small integer. */
static inline bool_t is_atomic_word(tagged_t word) { return !IsVar(word) && (stagged_t)word < (stagged_t)Tagt(LST); }

/* Visits a term and notes its variables as variables of `argument`; with argument -1, a variable is a failure. FALSE: a
 * failure, or the term is too large. */
static bool_t scan(tagged_t term, int argument, int depth) {
  if (depth > kMaxDepth) return FALSE;
  for (;;) {
    if (++cells > kMaxCells) return FALSE;
    DEREF(term, term);
    if (IsVar(term)) return argument >= 0 && !TaggedIsCVA(term) && note_variable(term, argument);
    const tagged_t* at;
    const tagged_t* last;
    if (TaggedIsLST(term)) {
      at = TaggedToCar(term);
      last = TaggedToCdr(term);
    } else if (TaggedIsStructure(term)) {
      at = TaggedToArg(term, 1);
      last = TaggedToArg(term, Arity(TaggedToHeadfunctor(term)));
    } else {
      return TRUE;
    }
    for (; at < last; ++at)
      if (!is_atomic_word(*at) && !scan(*at, argument, depth + 1)) return FALSE;
    term = *last;
    if (is_atomic_word(term)) return TRUE;
  }
}

static bool_t is_ground(tagged_t term) { return scan(term, -1, 0); }

static bool_t is_list(tagged_t term) {
  for (;;) {
    if (++cells > kMaxCells) return FALSE;
    DEREF(term, term);
    if (term == atom_nil) return TRUE;
    if (IsVar(term) || !TaggedIsLST(term)) return FALSE;
    term = *TaggedToCdr(term);
  }
}

static bool_t has_base(tagged_t term, int64_t type) {
  DEREF(term, term);
  const bool_t bound = !IsVar(term);
  const bool_t atom = bound && TaggedIsATM(term);
  const bool_t compound = bound && (TaggedIsLST(term) || TaggedIsStructure(term));
  switch (type) {
    case kAny: return TRUE;
    case kGnd: return is_ground(term);
    case kNum: return bound && IsNumber(term);
    case kInt: return bound && IsInteger(term);
    case kFlt: return bound && IsFloat(term);
    case kNnegint: return bound && TaggedIsSmall(term) && GetSmall(term) >= 0;
    case kAtm: return atom;
    case kStruct: return compound;
    case kGndstr: return compound && is_ground(term);
    case kAtomic: return bound && !compound;
    case kCallable: return atom || compound;
    case kList: return is_list(term);
    case kVarType: return !bound && !TaggedIsCVA(term);
    default: return FALSE;
  }
}

static bool_t has_type(tagged_t term, int64_t type, int depth);

static bool_t all_types(tagged_t term, const tagged_t* from, const tagged_t* to, int depth) {
  for (; from < to; ++from)
    if (!has_type(term, number(*from), depth)) return FALSE;
  return TRUE;
}

/* Matches all arguments except the last, which is returned in `rest`, so that long lists stay in the caller's loop. */
static bool_t matches(tagged_t term, const tagged_t* alternative, const tagged_t* end, int depth, tagged_t* rest,
                      int64_t* rest_type) {
  *rest_type = kAny;
  switch (number(alternative[0])) {
    case kConstant: return !IsVar(term) && term == alternative[1];
    case kAllOf: return all_types(term, alternative + 1, end, depth + 1);
    case kCell:
      if (IsVar(term) || !TaggedIsLST(term)) return FALSE;
      *rest = *TaggedToCdr(term);
      *rest_type = number(alternative[2]);
      return has_type(*TaggedToCar(term), number(alternative[1]), depth + 1);
    case kStructure: {
      const int64_t arity = number(alternative[2]);
      if (IsVar(term) || !TaggedIsStructure(term)) return FALSE;
      if (TaggedToHeadfunctor(term) != SetArity(alternative[1], arity)) return FALSE;
      for (int64_t i = 1; i < arity; ++i)
        if (!has_type(*TaggedToArg(term, i), number(alternative[2 + i]), depth + 1)) return FALSE;
      *rest = *TaggedToArg(term, arity);
      *rest_type = number(alternative[2 + arity]);
      return TRUE;
    }
    default: return FALSE;
  }
}

static bool_t has_type(tagged_t term, int64_t type, int depth) {
  if (depth > kMaxDepth) return FALSE;
  for (;;) {
    if (++cells > kMaxCells) return FALSE;
    if (type <= 0) return has_base(term, type);
    if (type >= types.size || types.at[type].length == 0) return FALSE;
    DEREF(term, term);
    const tagged_t* at = types.at[type].words;
    const tagged_t* const end = at + types.at[type].length;
    tagged_t rest = term;
    int64_t rest_type = kAny;
    for (;;) {
      if (at == end) return FALSE;
      const tagged_t* const next = at + 1 + number(at[0]);
      if (next > end) return FALSE;
      if (matches(term, at + 1, next, depth, &rest, &rest_type)) {
        if (next == end) break; /* no other alternative is left: go on with the last argument without a call */
        if (has_type(rest, rest_type, depth + 1)) return TRUE;
      }
      at = next;
    }
    term = rest;
    type = rest_type;
  }
}

static bool_t share_as_told(const tagged_t* at) {
  const uint64_t universe = (uint64_t)number(at[0]);
  const int64_t groups = number(at[1]);
  const tagged_t* const group = at + 2;
  const int64_t cliques = number(group[groups]);
  const tagged_t* const clique = group + groups + 1;
  for (int i = 0; i < variable_count; ++i) {
    const uint64_t set = places[i] & universe;
    bool_t told = set == 0;
    for (int64_t k = 0; k < groups && !told; ++k) told = (uint64_t)number(group[k]) == set;
    for (int64_t k = 0; k < cliques && !told; ++k) told = (set & ~(uint64_t)number(clique[k])) == 0;
    if (!told) return FALSE;
  }
  return TRUE;
}

static bool_t covered(uint64_t what, uint64_t by) {
  for (int i = 0; i < variable_count; ++i)
    if ((places[i] & what) && !(places[i] & by)) return FALSE;
  return TRUE;
}

static bool_t independent(uint64_t one, uint64_t other) {
  for (int i = 0; i < variable_count; ++i)
    if ((places[i] & one) && (places[i] & other)) return FALSE;
  return TRUE;
}

static bool_t all_hold(worker_t* w, const tagged_t* at, const tagged_t* end);

static bool_t holds(worker_t* w, int64_t op, const tagged_t* at, const tagged_t* end) {
  const uint64_t set = at < end ? (uint64_t)number(at[0]) : 0;
  switch (op) {
    case kGround: return (open_ & set) == 0;
    case kVar: return (free_ & set) == set;
    case kNonvar: return (free_ & set) == 0;
    case kLinear: return (repeated_ & set) == 0;
    case kIndep: return independent(set, (uint64_t)number(at[1]));
    case kCovered: return covered(set, (uint64_t)number(at[1]));
    case kType: return has_type(X(1 + number(at[0])), number(at[1]), 0);
    case kShare: return share_as_told(at);
    case kAnyOf:
      for (; at < end; at += 1 + number(at[0]))
        if (all_hold(w, at + 1, at + 1 + number(at[0]))) return TRUE;
      return FALSE;
    default: return FALSE;
  }
}

static bool_t all_hold(worker_t* w, const tagged_t* at, const tagged_t* end) {
  while (at < end) {
    const tagged_t* const next = at + 2 + number(at[1]);
    if (next > end || !holds(w, number(at[0]), at + 2, next)) return FALSE;
    at = next;
  }
  return TRUE;
}

/* as__at(POINT, ARGUMENTS...) */
CBOOL__PROTO(assay_at) {
  tagged_t point = X(0);
  DEREF(point, point);
  const int64_t k = number(point);
  ++visits[k];
  if (--left_ < 0) CBOOL__FAIL;
  const Code* const code = &points.at[k];
  variable_count = 0;
  free_ = open_ = repeated_ = 0;
  cells = 0;
  uint64_t unknown = (uint64_t)number(code->words[0]);
  for (int i = 0; unknown != 0; ++i, unknown >>= 1) {
    if (!(unknown & 1)) continue;
    tagged_t term = X(1 + i);
    DEREF(term, term);
    if (IsVar(term)) free_ |= (uint64_t)1 << i;
    if (!is_atomic_word(term) && !scan(term, i, 0)) CBOOL__FAIL;
  }
  if (!all_hold(w, code->words + 1, code->words + code->length)) CBOOL__FAIL;
  CBOOL__PROCEED;
}

/* as__hit(POINT): counts a visit without tests. */
CBOOL__PROTO(assay_hit) {
  tagged_t point = X(0);
  DEREF(point, point);
  ++visits[number(point)];
  --left_;
  CBOOL__PROCEED;
}

/* Makes room for entry k; new entries are zero. */
static bool_t reserve(Table* table, int64_t k) {
  if (k < 0 || k > 1000000) return FALSE;
  if (k < table->size) return TRUE;
  const long size = 2 * k + 64;
  Code* const at = (Code*)realloc(table->at, (size_t)size * sizeof(Code));
  if (at == NULL) return FALSE;
  for (long i = table->size; i < size; ++i) at[i] = (Code){NULL, 0};
  if (table == &points) {
    int64_t* const counts = (int64_t*)realloc(visits, (size_t)size * sizeof(int64_t));
    if (counts == NULL) return FALSE;
    for (long i = table->size; i < size; ++i) counts[i] = 0;
    visits = counts;
  }
  table->at = at;
  table->size = size;
  return TRUE;
}

static bool_t define(Table* table, tagged_t key, tagged_t list) {
  DEREF(key, key);
  if (!TaggedIsSmall(key) || !reserve(table, number(key))) return FALSE;
  long length = 0, room = 16;
  tagged_t* words = (tagged_t*)malloc((size_t)room * sizeof(tagged_t));
  for (;;) {
    DEREF(list, list);
    if (IsVar(list) || !TaggedIsLST(list) || words == NULL) break;
    tagged_t word;
    DEREF(word, *TaggedToCar(list));
    if (IsVar(word) || !(TaggedIsSmall(word) || TaggedIsATM(word))) break;
    if (length == room) words = (tagged_t*)realloc(words, (size_t)(room *= 2) * sizeof(tagged_t));
    if (words != NULL) words[length++] = word;
    list = *TaggedToCdr(list);
  }
  if (words == NULL || list != atom_nil || length == 0) {
    free(words);
    return FALSE;
  }
  free(table->at[number(key)].words);
  table->at[number(key)] = (Code){words, length};
  return TRUE;
}

/* as__point(POINT, WORDS): the SET of arguments to look at (the others are known to be ground), and the operators.
 * as__type(TYPE, WORDS): the alternatives. */
CBOOL__PROTO(assay_point) { return define(&points, X(0), X(1)); }
CBOOL__PROTO(assay_type) { return define(&types, X(0), X(1)); }

/* as__left(N): the test that begins may pass at most N points. */
CBOOL__PROTO(assay_left) {
  tagged_t n = X(0);
  DEREF(n, n);
  left_ = number(n);
  CBOOL__PROCEED;
}

/* as__over: true if the test has passed more points than allowed. */
CBOOL__PROTO(assay_over) { return left_ < 0; }

/* as__visits(POINT, N) */
CBOOL__PROTO(assay_visits) {
  tagged_t point = X(0);
  DEREF(point, point);
  const int64_t k = number(point);
  return cunify(Arg, MakeSmall(k < points.size ? visits[k] : 0), X(1));
}
