"use strict";
// Updates a served page when the server reports that a campaign has changed. Open parts stay open.
(function () {
  const state = (text) => {
    const element = document.getElementById("state");
    if (element) element.textContent = text;
  };
  // Identifies a fold by its place and heading, without the counts in its summary, which change.
  const name_of = (fold) => {
    const around = fold.parentElement.closest("details");
    const heading = fold.querySelector("summary h3") || fold.querySelector("summary");
    return (around ? name_of(around) : "") + "/" + (fold.id || heading.textContent.replace(/[\d,]/g, ""));
  };
  // Keeps the input of a person: a form with unsaved changes, and the cursor in the search box.
  const is_changed = (form) =>
    [...form.elements].some((field) =>
      field.options ? [...field.options].some((option) => option.selected !== option.defaultSelected) : field.defaultValue !== field.value);
  const keep = (fresh) => {
    const field = document.activeElement;
    const at = field && "selectionStart" in field ? [field.selectionStart, field.selectionEnd] : null;
    const form = document.querySelector("main form");
    const copy = fresh.querySelector("main form");
    if (form && copy && (is_changed(form) || form.contains(field))) {
      form.elements.token.value = copy.elements.token.value; // the token of the present server
      copy.replaceWith(form);
    }
    return () => {
      const again = field && field.isConnected ? field : field && field.type === "search" ? document.querySelector("input[type=search]") : null;
      if (!again || again === document.body) return;
      again.focus();
      if (at && at[0] !== null) again.setSelectionRange(...at);
    };
  };
  const renew = async () => {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) return state("this page is not there any more");
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const open = new Map();
    for (const fold of document.querySelectorAll("main details")) open.set(name_of(fold), fold.open);
    for (const fold of fresh.querySelectorAll("main details"))
      if (open.has(name_of(fold))) fold.open = open.get(name_of(fold));
    document.title = fresh.title;
    document.getElementById("data").textContent = fresh.getElementById("data").textContent;
    const kept = keep(fresh);
    document.querySelector("main").replaceWith(document.adoptNode(fresh.querySelector("main")));
    document.dispatchEvent(new Event("renewed"));
    kept();
  };

  let busy = false, again = false;
  const changed = async () => {
    again = busy;
    if (busy) return;
    busy = true;
    try {
      await renew();
    } catch (error) {
      state("the server does not answer");
    }
    busy = false;
    if (again) changed();
  };
  const events = new EventSource("/events");
  events.addEventListener("changed", changed);
  events.onopen = () => state("live");
  events.onerror = () => state("the server does not answer");
})();
