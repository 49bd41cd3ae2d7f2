"use strict";
// Search, filters, sorted columns, copy buttons, colours and differences. The page is readable without this script. A
// person's choices are kept when live.js updates the page.
(function () {
  const chosen = { tools: new Map(), sorts: new Map(), views: new Map() };
  const element = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const button = (text, attributes, act) => {
    const made = element("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", act);
    return made;
  };

  // Sorted columns.
  const units = { s: 1, min: 60, h: 3600 };
  const value_of = (row, column) => {
    const cell = row.cells[column];
    if (!cell) return "";
    const text = cell.dataset.sort || cell.textContent.trim();
    const number = /^(-?[\d,]*\.?\d+)\s*(s|min|h|%)?$/.exec(text);
    return number ? parseFloat(number[1].replace(/,/g, "")) * (units[number[2]] || 1) : text.toLowerCase();
  };
  const compared = (a, b) => {
    if (typeof a === typeof b) return typeof a === "number" ? a - b : a.localeCompare(b, undefined, { numeric: true });
    return typeof a === "number" ? -1 : 1;
  };
  const sort_table = (table, column, descending) => {
    const rows = [...table.tBodies[0].rows].map((row) => [value_of(row, column), row]);
    rows.sort((a, b) => (descending ? compared(b[0], a[0]) : compared(a[0], b[0])));
    table.tBodies[0].append(...rows.map((row) => row[1]));
    [...table.tHead.rows[0].cells].forEach((head, at) =>
      at === column ? head.setAttribute("aria-sort", descending ? "descending" : "ascending") : head.removeAttribute("aria-sort"));
    if (table.querySelector('a[href^="#finding-"]')) sort_findings(table);
  };
  /// Puts the findings below the table into its order. A fold around some of the findings keeps its place.
  const sort_findings = (table) => {
    const sorted = [...table.tBodies[0].rows].map((row) => finding_of(row)).filter(Boolean);
    const places = [...document.querySelectorAll("details.finding")].filter((one) => sorted.includes(one)).map((one) => {
      const place = document.createComment("");
      one.replaceWith(place);
      return place;
    });
    places.forEach((place, at) => place.replaceWith(sorted[at]));
  };
  const name_of = (table) => (table.closest("details")?.querySelector("summary h3")?.textContent || "");
  const make_sortable = (table) => {
    if (table.tBodies[0].rows.length < 2) return;
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const numbers = head.classList.contains("n");
      head.replaceChildren(button(head.textContent, { class: "sort" }, () => {
        const now = head.getAttribute("aria-sort");
        const descending = now ? now === "ascending" : numbers;
        chosen.sorts.set(name_of(table), [column, descending]);
        sort_table(table, column, descending);
      }));
    });
    const before = chosen.sorts.get(name_of(table));
    if (before) sort_table(table, ...before);
  };

  // Search and filters for a table: that of findings, and the findings below it; or one whose tools name a column.
  const finding_of = (row) => {
    const link = row.querySelector('a[href^="#finding-"]');
    return link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
  };
  const is_of_findings = (tools) => !tools.dataset.column;
  const properties = [["severity", "Severity"], ["kind", "Kind"], ["target", "Target"], ["state", "State"], ["known", "Baseline"]];
  const table_of = (tools) => tools.parentElement.querySelector("table");
  /// The filters: a title, and the value of a row.
  const filters_of = (tools) => {
    if (is_of_findings(tools)) return properties.map(([key, title]) => [title, (row) => finding_of(row)?.dataset[key]]);
    const titles = [...(table_of(tools)?.tHead.rows[0].cells || [])].map((head) => head.textContent);
    const column = titles.indexOf(tools.dataset.column);
    return [[tools.dataset.column, (row) => row.cells[column]?.textContent]];
  };
  const rows_of = (tools) => [...(table_of(tools)?.tBodies[0].rows || [])];
  const chosen_in = (tools) => {
    if (!chosen.tools.has(tools.dataset.rows)) chosen.tools.set(tools.dataset.rows, { text: "", filters: {} });
    return chosen.tools.get(tools.dataset.rows);
  };
  const searched = new WeakMap();
  const text_of = (row) => {
    if (!searched.has(row)) searched.set(row, (row.textContent + "\n" + (finding_of(row)?.textContent || "")).toLowerCase());
    return searched.get(row);
  };
  const apply_filters = (tools) => {
    const { text, filters } = chosen_in(tools);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = rows_of(tools);
    const asked = filters_of(tools).filter(([title]) => filters[title]);
    let shown = 0;
    for (const row of rows) {
      const fits = words.every((word) => text_of(row).includes(word)) &&
        asked.every(([title, value]) => value(row) === filters[title]);
      row.hidden = !fits;
      const finding = is_of_findings(tools) && finding_of(row);
      if (finding) finding.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    const narrowed = shown < rows.length;
    const fold = narrowed && table_of(tools).closest("details");
    if (fold) fold.open = true;
    for (const more of is_of_findings(tools) ? document.querySelectorAll("details.more") : []) {
      more.hidden = narrowed && !more.querySelector("details.finding:not([hidden])");
      if (narrowed) more.open = true;
    }
    tools.querySelector("output").textContent = (narrowed ? shown + " of " : "") + rows.length + " " + tools.dataset.rows;
  };
  const make_tools = (tools) => {
    const rows = rows_of(tools);
    const now = chosen_in(tools);
    const label = "Search in " + tools.dataset.rows;
    const search = element("input", { type: "search", placeholder: label, "aria-label": label });
    search.value = now.text;
    search.addEventListener("input", () => ((now.text = search.value), apply_filters(tools)));
    tools.replaceChildren(search);
    for (const [title, value_of_row] of filters_of(tools)) {
      const values = new Set(rows.map(value_of_row).filter(Boolean));
      if (values.size < 2 && !now.filters[title]) continue;
      const select = element("select", { "aria-label": title }, element("option", { value: "" }, title + ": all"));
      if (now.filters[title]) values.add(now.filters[title]);
      for (const value of values) select.append(element("option", { value: value }, value));
      select.value = now.filters[title] || "";
      select.addEventListener("change", () => ((now.filters[title] = select.value), apply_filters(tools)));
      tools.append(select);
    }
    tools.append(element("output", {}));
    apply_filters(tools);
  };

  // Copying.
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      // The browser gives the page no clipboard, for example on an insecure address.
      const area = element("textarea", { class: "copied", readonly: "" });
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  };
  const make_copyable = (text) => {
    const made = button("Copy", { class: "copy", "aria-label": "Copy " + (text.dataset.file || text.dataset.copy) }, async () => {
      made.textContent = (await copy(text.textContent)) ? "Copied" : "Not copied";
      made.addEventListener("blur", () => (made.textContent = "Copy"), { once: true });
    });
    text.previousElementSibling.append(made); // the heading of the text
  };

  // Three views of an input: original, reduced, and their difference.
  const make_views = (input) => {
    const [reduced, original] = ["reduced", "original"].map((view) => input.querySelector("details." + view));
    if (!reduced || !original) return;
    const key = input.closest("details.finding")?.id || "";
    const diff = element("div", { class: "diff", hidden: "" });
    const files = (part) => new Map([...part.querySelectorAll("pre[data-file]")].map((one) => [one.dataset.file, one]));
    const fill = () => {
      if (diff.childElementCount > 0) return;
      const old = files(original);
      for (const [file, text] of files(reduced)) {
        if (old.has(file) && old.get(file).textContent === text.textContent) continue;
        const lines = element("pre", { tabindex: "0" });
        lines.append(Diff.nodes(old.get(file)?.textContent || "", text.textContent));
        diff.append(element("h4", {}, file), lines);
      }
      if (diff.childElementCount === 0) diff.append(element("p", { class: "none" }, "The files are the same."));
    };
    const bar = element("div", { class: "views", role: "group", "aria-label": "Input" });
    const show = (view) => {
      chosen.views.set(key, view);
      for (const one of bar.children) one.setAttribute("aria-pressed", one.dataset.view === view);
      for (const [name, part] of [["reduced", reduced], ["original", original], ["diff", diff]]) part.hidden = name !== view;
      reduced.open = original.open = true;
      if (view === "diff") fill();
    };
    for (const [view, title] of [["reduced", "Reduced"], ["original", "Original"], ["diff", "Difference"]])
      bar.append(button(title, { "data-view": view }, () => show(view)));
    input.classList.add("chosen");
    input.prepend(bar);
    input.append(diff);
    show(chosen.views.get(key) || "reduced");
  };

  /// Adds colours, buttons and views to a finding when it becomes visible.
  const furnish = (body) => {
    if (body.dataset.furnished) return;
    body.dataset.furnished = "yes";
    for (const text of body.querySelectorAll("pre[data-copy]")) make_copyable(text);
    for (const text of body.querySelectorAll("pre[data-file]")) text.replaceChildren(Highlight.nodes(text.dataset.file, text.textContent));
    for (const input of body.querySelectorAll(".input")) make_views(input);
  };
  const furnish_all = () => {
    for (const body of document.querySelectorAll(".body")) {
      const fold = body.closest("details.finding");
      if (!fold || fold.open) furnish(body);
      else fold.addEventListener("toggle", () => furnish(body), { once: true });
    }
  };
  /// Opens the finding that the address names.
  const open_linked = () => {
    const finding = location.hash.startsWith("#finding-") && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let fold = finding; fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (finding) finding.scrollIntoView();
  };
  const start = () => {
    furnish_all();
    for (const table of document.querySelectorAll("main table")) make_sortable(table);
    for (const tools of document.querySelectorAll(".tools")) make_tools(tools);
  };
  start();
  open_linked();
  window.addEventListener("hashchange", open_linked);
  document.addEventListener("click", (event) => {
    // Also needed if the address named that finding before.
    if (event.target.closest?.('a[href^="#finding-"]')) setTimeout(open_linked);
  });
  document.addEventListener("renewed", start); // sent by live.js
})();
