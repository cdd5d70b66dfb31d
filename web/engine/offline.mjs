// Lets the page be kept for use without a network (see ../sw.js) and tells what came of it, in #offline: of the sentences
// there, that one is shown whose data-when is the state, and the root element's data-offline holds it:
//   ready        all is kept: the page works without a network from now on
//   broken       the download broke off; it goes on at the next visit
//   full         the browser has no room, or keeps nothing
//   lost         something that was kept is gone, and is being fetched again
//   gone         what was lost belongs to a version that is not to be had any more
//   update       a newer version waits, or is what is kept; nothing happens until it is asked for
//   others       it can only come when the page's other tabs are closed
const root = document.documentElement;
const place = document.getElementById("offline");
const version = document.querySelector("meta[name=version]")?.content;
let wanted = false; // the player has asked for the new version

function show(state) {
  root.dataset.offline = state;
  for (const part of place?.querySelectorAll("[data-when]") ?? []) part.hidden = part.dataset.when !== state;
}

function ask(worker, message) {
  worker?.postMessage(message);
}

// When all is kept for the first time, the engine loads the other games once. Chromium keeps what it compiles of a program,
// but only of one that came from where it will come from at the next visit: it is given that one before. So the engine starts
// sooner from then on, and each game is there at once.
let compiled; // held, so that it is not thrown away before it is kept
async function prepare() {
  if (!navigator.userAgentData) return; // other browsers keep nothing of the kind
  compiled = await WebAssembly.compileStreaming(fetch(new URL("../pyodide/pyodide.asm.wasm", import.meta.url)));
  const { bundles } = await (await fetch(new URL("config.json", import.meta.url))).json();
  for (const name of Object.keys(bundles)) if (!name.includes(".")) window.hexEngine?.want(name);
}

async function start() {
  const { serviceWorker } = navigator;
  const address = new URL("../sw.js", import.meta.url).href;
  const trusted = globalThis.trustedTypes?.createPolicy("hex-umpire-offline", {
    createScriptURL: (url) => (url === address ? url : null),
  });
  const script = trusted ? trusted.createScriptURL(address) : address;
  const registration = await serviceWorker.register(script, { updateViaCache: "none" });
  let repaired = false;

  const first = !registration.active;

  const look = () => {
    if (registration.waiting && registration.active) return show("update");
    if (!serviceWorker.controller) ask(registration.active, { type: "claim", version });
    ask(registration.active, { type: "kept" });
  };
  // what this page has not fetched yet is not to be had any more, and nothing of another version is taken for it
  const superseded = (state) => {
    window.fetch = () => Promise.reject(new TypeError("a newer version"));
    show(state);
  };
  serviceWorker.addEventListener("message", ({ data: { type, version: of = version, why, missing } }) => {
    const other = of !== version;
    if (type === "gone" && !other) superseded(type);
    if (type === "others") show(type);
    if (registration.waiting) return; // the version that is running matters less now
    if (type === "failed" && registration.active) return look(); // what is kept still is, if a newer version is not
    if (type === "failed") show(why === "storage" ? "full" : "broken");
    if (type === "kept" && other && !missing && (first || serviceWorker.controller)) superseded("update");
    if (type !== "kept" || other) return;
    if (!missing && first && root.dataset.offline !== "ready") prepare().catch(() => {});
    if (!missing) return show("ready");
    show(repaired ? "broken" : "lost");
    if (!repaired) ask(registration.active, { type: "repair" });
    repaired = true;
  });
  serviceWorker.startMessages();
  serviceWorker.addEventListener("controllerchange", () => {
    if (wanted) location.reload();
    else look();
  });
  const follow = (worker) => worker?.addEventListener("statechange", () => {
    if (["installed", "activated"].includes(worker.state)) look();
  });
  follow(registration.installing);
  follow(registration.waiting);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  look();
  document.addEventListener("visibilitychange", () => { // a page may stay open for days
    if (document.visibilityState === "visible" && navigator.onLine) registration.update().catch(() => {});
  });
  place?.addEventListener("click", ({ target }) => {
    const wish = target.closest("[data-offline-do]")?.dataset.offlineDo;
    if (wish === "reload") location.reload();
    if (wish === "update") {
      wanted = true;
      if (!registration.waiting) location.reload(); // it was newer than this page from its first day
      ask(registration.waiting, { type: "take over" });
    }
  });
}

let possible = false;
try {
  possible = Boolean(navigator.serviceWorker) && window.isSecureContext;
} catch {} // a frame without an origin
if (possible) Promise.resolve(window.hexEngine?.ready).catch(() => {}).then(start).catch(() => show("full"));
else show("full");
