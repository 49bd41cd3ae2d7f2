"use strict";
// Colours findings' files. A language is a list of rules, tried in order at each position: the matching text gets the
// class "tok-<kind>". The kind of a word is looked up in the language's lists.
const Highlight = (function () {
  const words = (text) => new Set(text.split(" "));
  const c_comment = ["comment", /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/y];
  const c_string = ["string", /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/y];
  const smtlib = {
    rules: [
      ["comment", /;[^\n]*/y], ["string", /"(?:[^"]|"")*"?/y], ["name", /\|[^|]*\|?/y],
      ["attribute", /:[\w~!@$%^&*+=<>.?/-]+/y], ["number", /#x[\da-fA-F]+|#b[01]+|\d+(?:\.\d+)?(?![\w.-])/y],
      ["word", /[\w~!@$%^&*+=<>.?/-]+/y],
    ],
    keyword: words("assert assert-soft check-sat check-sat-assuming declare-const declare-datatype declare-datatypes " +
      "declare-fun declare-rel declare-sort declare-var define-const define-fun define-fun-rec define-funs-rec define-sort " +
      "echo exit get-assertions get-assignment get-info get-interpolant get-interpolants get-model get-objectives " +
      "get-option get-proof get-unsat-assumptions get-unsat-core get-value maximize minimize pop push query reset " +
      "reset-assertions rule set-info set-logic set-option simplify eval apply let forall exists match par as _ !"),
    type: words("Bool Int Real String RegLan Array BitVec FloatingPoint Float16 Float32 Float64 Float128 RoundingMode " +
      "Seq Set Bag Tuple Unit List Relation"),
  };
  const datalog = {
    rules: [
      ["comment", /\/\/[^\n]*|%[^\n]*|\/\*[^]*?(?:\*\/|$)/y], ["string", /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/y],
      ["keyword", /[.#][a-z_]+/y], ["keyword", /:-|<-|:~/y], ["number", /0x[\da-fA-F]+|\d+(?:\.\d+)?/y],
      ["attribute", /[A-Z_]\w*/y], ["word", /[a-z]\w*/y],
    ],
    keyword: words("not input output relation count sum min max mean match as is choice inline brie btree eqrel"),
    type: words("number symbol unsigned float string bool bigint"),
  };
  const c = {
    rules: [
      c_comment, c_string, ["attribute", /#[ \t]*[a-z]+/y],
      ["number", /(?:0[xX][\da-fA-F.]+(?:[pP][+-]?\d+)?|\d[\d.]*(?:[eE][+-]?\d+)?)\w*/y], ["word", /[A-Za-z_]\w*/y],
    ],
    keyword: words("auto break case catch class const constexpr continue default delete do else enum extern final for goto if " +
      "import inline namespace new noexcept nullptr operator package private protected public register restrict return " +
      "sizeof static static_assert struct super switch template this throw try typedef typename union using virtual " +
      "volatile while true false null NULL _Static_assert __builtin_unreachable __attribute__"),
    type: words("bool boolean byte char char16_t char32_t double float int int8_t int16_t int32_t int64_t intptr_t long short " +
      "signed size_t ssize_t uint8_t uint16_t uint32_t uint64_t uintptr_t unsigned void wchar_t _Bool std String"),
  };
  const llvm = {
    rules: [
      ["comment", /;[^\n]*/y], ["string", /c?"[^"\n]*"?/y], ["name", /[@%](?:"[^"\n]*"|[\w.$-]+)/y],
      ["attribute", /[!#][\w.]*/y], ["type", /(?:i\d+|v\d+[if]\d+)(?!\w)/y],
      ["number", /-?(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?!\w)/y], ["name", /[\w.$-]+:(?=\s)/y], ["word", /[A-Za-z_][\w.]*/y],
    ],
    keyword: words("add alloca align and ashr atomicrmw attributes bitcast br call catch cleanup cmpxchg constant datalayout " +
      "declare define dso_local exact extractelement extractvalue fadd fast fcmp fdiv fence fmul fneg fpext fptosi fptoui " +
      "fptrunc freeze frem fsub getelementptr global icmp inbounds indirectbr insertelement insertvalue internal " +
      "inttoptr invoke landingpad load local_unnamed_addr lshr mul noundef nsw nuw or phi private ptrtoint resume ret " +
      "sdiv select sext shl shufflevector sitofp source_filename srem store sub switch tail target to triple trunc udiv " +
      "uitofp unnamed_addr unreachable urem va_arg volatile xor zext eq ne sgt sge slt sle ugt uge ult ule oeq one olt " +
      "ole ogt oge ord uno ueq une true false null undef poison zeroinitializer x"),
    type: words("void float double half bfloat fp128 x86_fp80 ptr label metadata token opaque vscale"),
  };
  const languages = {
    smt2: smtlib, smt: smtlib, dl: datalog, datalog: datalog, lp: datalog, pl: datalog, rules: datalog, c: c, h: c, cc: c,
    cpp: c, cxx: c, hpp: c, java: c, ll: llvm,
  };

  /// Calls `emit(kind, text)` for each part of the text, in order. The kind "" means no colour.
  const tokens = (language, text, emit) => {
    let plain = 0, at = 0;
    while (at < text.length) {
      let kind = "", end = at + 1;
      for (const [name, pattern] of language.rules) {
        pattern.lastIndex = at;
        const found = pattern.exec(text);
        if (!found || !found[0].length) continue;
        end = at + found[0].length;
        kind = name !== "word" ? name
          : language.keyword.has(found[0]) ? "keyword" : language.type.has(found[0]) ? "type" : "";
        break;
      }
      if (kind) {
        if (plain < at) emit("", text.slice(plain, at));
        emit(kind, text.slice(at, end));
        plain = end;
      }
      at = end;
    }
    if (plain < at) emit("", text.slice(plain));
  };

  /// The text as nodes, coloured by the file's extension; its textContent is the text.
  const nodes = (file, text) => {
    const out = document.createDocumentFragment();
    const language = languages[file.slice(file.lastIndexOf(".") + 1).toLowerCase()];
    if (!language) out.append(text);
    else tokens(language, text, (kind, part) => {
      if (!kind) return out.append(part);
      const span = document.createElement("span");
      span.className = "tok-" + kind;
      span.textContent = part;
      out.append(span);
    });
    return out;
  };
  return { nodes: nodes };
})();
