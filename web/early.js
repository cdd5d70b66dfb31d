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

// What the page's Python will ask for is asked for when the page has been painted: before that, it would only be in the way.
new PerformanceObserver((list, observer) => {
  observer.disconnect();
  for (const href of document.querySelector("meta[name=early]").content.split(" ")) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "", href }));
  }
}).observe({ type: "paint", buffered: true });

// Makes an element's contents like the HTML by changing only what differs, so that focus, scrolling, half-typed text
// and open lists stay. A control's state follows the HTML when its attribute changes, not otherwise.
{
  const key = (node) =>
    node.nodeType !== 1 ? node.nodeType
      : [node.localName, node.id, ...["do", "set", "a", "b", "c", "open"].map((name) => node.getAttribute(`data-${name}`))].join("|");

  const settle = (old, fresh) => {
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
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
    children(old, fresh);
    if (old.localName === "select") old.value = fresh.value;
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
      while (here !== found) { // what stood before it is gone
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
  window.hexMorph = (element, html) => {
    const template = document.createElement("template");
    template.innerHTML = page ? page.createHTML(html) : html;
    children(element, template.content);
  };
}
