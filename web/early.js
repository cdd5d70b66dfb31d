// What Python on the page leans on: storage that never throws (a JavaScript exception cannot be caught there), the
// chosen language and theme before anything is painted, and a way to change the document by as little as possible.
// PyScript opens a database as it starts, for folders that the page never asks for, and stumbles where a frame is refused
// one: it is given none.
Object.defineProperty(window, "indexedDB", { value: { open: () => ({}) } });
window.hexStore = {
  get(key) {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  },
  set(key, text) {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  },
};
{ // each language has a page of its own, so that the first thing seen is in it: index.html, de.html ...
  const root = document.documentElement;
  const known = (root.dataset.languages ?? root.lang).split(" ");
  const wishes = [new URLSearchParams(location.search).get("lang"), window.hexStore.get("hexumpire.language").slice(1, -1)];
  const wish = [...wishes, ...(navigator.languages ?? [])].map((tag) => tag?.split("-")[0].toLowerCase()).find((tag) => known.includes(tag));
  if (wish && wish !== root.lang) location.replace((wish === known[0] ? "./" : `./${wish}.html`) + location.search + location.hash);
}
{
  const theme = window.hexStore.get("hexumpire.theme");
  if (theme === '"light"' || theme === '"dark"') document.documentElement.setAttribute("data-theme", theme.slice(1, -1));
}

// A part that does not come is told, with a way to load the page again: see #stuck.
window.hexStuck = (part) => {
  const place = document.getElementById("stuck");
  // nothing is shown of a page without its looks until all of it is there to be hidden
  const early = !place || (part === "style.css" && document.readyState === "loading");
  document.documentElement.hidden = early && part === "style.css";
  if (early) return document.addEventListener("DOMContentLoaded", () => window.hexStuck(part));
  place.querySelector("b").textContent = part;
  place.querySelector("button").onclick = () => location.reload();
  place.hidden = false;
  // which hides another battle's figures
  if (part !== "style.css" || !("coming" in document.documentElement.dataset)) return;
  for (const region of document.querySelectorAll("main, footer")) region.hidden = true;
};
// an element's own: scripts, with all that they import, and style sheets
addEventListener("error", ({ target }) => {
  const part = target.localName === "script" ? target.src : target.rel === "stylesheet" && target.href;
  if (part) window.hexStuck(new URL(part).pathname.split("/").pop());
}, true);
addEventListener("unhandledrejection", ({ reason }) => {
  // of a fault of Python, only what it says
  const said = String(reason?.message ?? reason).trim().split("\n").pop().replace(/^\w+: /, "");
  if (!document.documentElement.dataset.ui) window.hexStuck(said.slice(0, 200));
});

// What the page's Python will ask for is asked for when the page has been painted: before that, it would only be in the
// way. What has been asked for by then is not asked for twice.
{
  const { fetch } = window;
  const asked = new Set();
  window.fetch = (what, how) => {
    asked.add(new URL(what.url ?? what, document.baseURI).href);
    return fetch.call(window, what, how);
  };
  new PerformanceObserver((list, observer) => {
    observer.disconnect();
    window.fetch = fetch;
    for (const href of document.querySelector("meta[name=early]").content.split(" ")) {
      if (asked.has(new URL(href, document.baseURI).href)) continue;
      document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "", href }));
    }
  }).observe({ type: "paint", buffered: true });
}

// A battle's link is #VERSION.RECORD, and from this page #VERSION.RECORD.h.HEAD (docs/embedding.md has the formats): the
// battle, and what the sharer's page said of it, can be shown before the engine is up.
{
  // bytes of a record
  const MOST = 1 << 18;
  const bytes = (word) => Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const plain = (data) => new TextDecoder("utf-8", { fatal: true }).decode(data);

  /** What a link holds, as JSON: {scenario, actions, head}; "" where that cannot be read. The engine judges it later. */
  window.hexLink = async (fragment) => {
    try {
      const [version, record, mark, head] = fragment.split(".");
      if (version !== "1" || fragment.length > MOST) return "";
      const parts = [];
      const reader = new Blob([bytes(record).subarray(4)]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
      for (let left = MOST, it; !(it = await reader.read()).done; parts.push(it.value)) {
        if ((left -= it.value.length) < 0) return "";
      }
      const { scenario, actions = [] } = JSON.parse(await new Blob(parts).text());
      let said = [];
      try {
        if (mark === "h") said = JSON.parse(plain(bytes(head))).map((text) => String(text).slice(0, 200));
      } catch {} // the battle is worth more than its head
      return JSON.stringify({ scenario, actions, head: said });
    } catch {
      return "";
    }
  };

  // The first HTML shows the first battle. When another one is coming, what is known of that stands in its place.
  const fragment = location.hash.slice(1);
  let kept = null;
  try {
    kept = JSON.parse(window.hexStore.get("hexumpire.state.1"));
  } catch {}
  // Loaded again; a reload on a slow line begins with the address of when it was asked for, as if that had been typed.
  window.hexAgain = !!history.state || performance.getEntriesByType("navigation")[0]?.type === "reload";
  const own = kept && (!fragment || kept.link === fragment || (window.hexAgain && [].concat(kept.was).includes(fragment)));
  if (own ? !kept.same : /^\d+\.[\w-]{6}/.test(fragment)) {
    document.documentElement.dataset.coming = "";
    document.documentElement.hidden = true; // a frame may be painted after the style sheet has failed, and before that is told
    document.addEventListener("load", ({ target }) => {
      if (target.href?.endsWith("/style.css")) document.documentElement.hidden = false;
    }, true);
    const found = own ? { ...kept, head: [0, 0, kept.view?.bar] } : window.hexLink(fragment).then((text) => JSON.parse(text || "{}"));
    // for engine/client.js
    window.hexGame = Promise.resolve(found).then(({ scenario }) => scenario?.ruleset);
    document.addEventListener("DOMContentLoaded", async () => {
      const { scenario, head = [] } = await found;
      const [title, odds, chance, said] = document.getElementById("coming").querySelectorAll("b, b ~ span");
      title.textContent = scenario?.title ?? "";
      odds.textContent = head[2] ?? "";
      chance.textContent = head[3] ?? "";
      said.hidden = own || !head[2];
    });
  }
}

// A text as a word of a link.
window.hexWord = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

// The address bar and the way back. Safari refuses what comes too often, a frame without an origin all of it.
window.hexAddress = (depth, fragment, push, path) => {
  try {
    const query = path ? "" : location.search.replace(/fight&|\?fight$|.*share-.*/, "");
    history[push ? "pushState" : "replaceState"]({ depth }, "", (path || location.pathname) + query + (fragment && `#${fragment}`));
  } catch {}
};

window.hexShow = () => {}; // until pan.mjs is here
window.hexLoad = (path) => import(new URL(path, document.baseURI).href);

// Makes an element's contents like the HTML by changing only what differs, so that focus, scrolling, half-typed text
// and open lists stay. A control's state follows the HTML when its attribute changes, not otherwise.
{
  const key = (node) =>
    node.nodeType !== 1 ? node.nodeType
      : [node.localName, node.id, ...["do", "set", "a", "b", "c", "open"].map((name) => node.getAttribute(`data-${name}`))].join("|");

  const settle = (old, fresh) => {
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !(name === "tabindex" && old === document.activeElement)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) === value) continue;
      old.setAttribute(name, value);
      if (name === "value" && old.localName === "input") old.value = value;
    }
    if (old.type === "checkbox") old.checked = fresh.hasAttribute("checked");
    if (old.localName === "textarea") {
      if (old.defaultValue !== fresh.defaultValue) old.value = old.defaultValue = fresh.defaultValue;
      return;
    }
    // an option that is new goes over, and is chosen no more where it was
    const chosen = fresh.value;
    children(old, fresh);
    if (old.localName === "select") old.value = chosen;
  };

  const children = (old, fresh) => {
    let here = old.firstChild;
    for (const node of [...fresh.childNodes]) {
      const wanted = key(node);
      let found = here;
      while (found && key(found) !== wanted) found = found.nextSibling;
      if (!found) {
        old.insertBefore(node, here);
        continue;
      }
      // what stood before it is gone
      while (here !== found) {
        const next = here.nextSibling;
        here.remove();
        here = next;
      }
      here = found.nextSibling;
      if (node.nodeType === 1) settle(found, node);
      else if (found.nodeValue !== node.nodeValue) found.nodeValue = node.nodeValue;
    }
    while (here) {
      const next = here.nextSibling;
      here.remove();
      here = next;
    }
  };

  // the one way from text to HTML; the page's Python has escaped all that players and links may say
  const page = window.trustedTypes?.createPolicy("hex-umpire", { createHTML: (html) => html });
  window.hexLate = (path) => import(path);
  const made = (html) => {
    const template = document.createElement("template");
    template.innerHTML = page ? page.createHTML(html) : html;
    return template.content;
  };
  window.hexMorph = (element, html) => children(element, made(html));
  // the same for one element inside a picture
  window.hexPatch = (id, html) => settle(document.getElementById(id), made(`<svg>${html}</svg>`).firstChild.firstChild);
}
