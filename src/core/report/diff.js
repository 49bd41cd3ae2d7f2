"use strict";
const Diff = (function () {
  // Maximum number of edits. With more, all differing old lines and all differing new lines are shown.
  const max_edits = 800;

  /// E. W. Myers, An O(ND) Difference Algorithm and Its Variations (1986). Returns the positions that both texts have in
  /// common, in order, or null if there are too many edits.
  const common = (a, b) => {
    const furthest = new Map([[1, 0]]);
    const trace = [];
    for (let edits = 0; edits <= Math.min(a.length + b.length, max_edits); ++edits) {
      trace.push(new Map(furthest));
      for (let k = -edits; k <= edits; k += 2) {
        const down = k === -edits || (k !== edits && furthest.get(k - 1) < furthest.get(k + 1));
        let x = down ? furthest.get(k + 1) : furthest.get(k - 1) + 1;
        while (x < a.length && x - k < b.length && a[x] === b[x - k]) ++x;
        furthest.set(k, x);
        if (x >= a.length && x - k >= b.length) return walk_back(a, b, trace);
      }
    }
    return null;
  };
  const walk_back = (a, b, trace) => {
    const pairs = [];
    let x = a.length, y = b.length;
    for (let edits = trace.length - 1; edits >= 0; --edits) {
      const furthest = trace[edits], k = x - y;
      const down = k === -edits || (k !== edits && furthest.get(k - 1) < furthest.get(k + 1));
      const from = down ? k + 1 : k - 1;
      const start = edits === 0 ? 0 : furthest.get(from);
      while (x > start && y > start - from && x > 0 && y > 0 && a[x - 1] === b[y - 1]) pairs.push([--x, --y]);
      x = start;
      y = start - from;
    }
    return pairs.reverse();
  };

  /// Rows [mark, line]. Marks: "-" only in the old text, "+" only in the new text, " " in both.
  const lines = (old_text, new_text) => {
    const split = (text) => text.replace(/\n$/, "").split("\n");
    const a = split(old_text), b = split(new_text);
    const rows = [];
    let x = 0, y = 0;
    for (const [i, j] of [...(common(a, b) || []), [a.length, b.length]]) {
      while (x < i) rows.push(["-", a[x++]]);
      while (y < j) rows.push(["+", b[y++]]);
      if (i < a.length) rows.push([" ", a[x++]]), ++y;
    }
    return rows;
  };

  /// The rows as nodes, one per line. Of long common parts only the ends are shown.
  const nodes = (old_text, new_text) => {
    const around = 3;
    const out = document.createDocumentFragment();
    const add = (name, style, text) => {
      const line = document.createElement(name);
      line.className = style;
      line.textContent = text + "\n";
      out.append(line);
    };
    const rows = lines(old_text, new_text);
    const near = rows.map((_, at) => rows.slice(Math.max(0, at - around), at + around + 1).some((row) => row[0] !== " "));
    for (let at = 0; at < rows.length; ++at) {
      if (near[at]) {
        add({ "-": "del", "+": "ins", " ": "span" }[rows[at][0]], "line", rows[at][0] + " " + rows[at][1]);
        continue;
      }
      const from = at;
      while (at + 1 < rows.length && !near[at + 1]) ++at;
      add("span", "line cut", "  [" + (at + 1 - from) + (at === from ? " line" : " lines") + " in both]");
    }
    return out;
  };
  return { lines: lines, nodes: nodes };
})();
