"use strict";
// Renews a served page when the server says that a campaign has changed. What is open stays open.
(function () {
  const state = (text) => {
    const element = document.getElementById("state");
    if (element) element.textContent = text;
  };
  // Where it stands, without what a summary counts: that changes.
  const name_of = (fold) => {
    const around = fold.parentElement.closest("details");
    const heading = fold.querySelector("summary h3") || fold.querySelector("summary");
    return (around ? name_of(around) : "") + "/" + (fold.id || heading.textContent.replace(/[\d,]/g, ""));
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
    document.querySelector("main").replaceWith(document.adoptNode(fresh.querySelector("main")));
    document.dispatchEvent(new Event("renewed"));
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
