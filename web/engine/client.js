// Starts the engine's worker at once and gives the page window.hexEngine:
//   ready                    a promise of the engine's version
//   call(text, onprogress?)  a promise of the answer, a string; onprogress is called with strings before it
//   cancel(answer?)          ends the running call, or the one of that promise, which rejects with "cancelled", by starting
//                            a new worker, where it runs; the calls waiting behind it go to the new one
//   watch                    a function of the page's, called with "loading" and the bytes that have come and that are to
//                            come (0 while that is not known), "ready", or "failed" and why; and at once with what holds
//   restart()                starts a new worker
//   want(ruleset)            questions about that ruleset will come, in the page's language: its bundles may come before them
//   go()                     the page is up: what is large may come (where the line is slow, it waits for that)
// A plain script, so that it runs before the page below it is read.
{
  const address = new URL("./engine/worker.mjs", document.baseURI).href;
  // in a frame without an origin only a data: worker may start, and it may import the real one
  const indirect = `data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(address)}`)}`;
  const trusted = globalThis.trustedTypes?.createPolicy("hex-umpire-engine", {
    createScriptURL: (url) => (url === address || url === indirect ? url : null),
  });
  // not answered yet, in the order they were made: the first one is running
  let calls = [];
  // milliseconds to the host's first word: the line is slow, and the page's own parts go first
  const FAR = 100;
  // milliseconds that the engine waits for them
  const LONGEST = 8000;
  const { requestStart = 0, responseStart = 0 } = performance.getEntriesByType?.("navigation")[0] ?? {};
  // an embedded battle has no parts to wait for
  let wait = window.hexStore && responseStart - requestStart > FAR;
  // names of bundles
  const wanted = [];
  let worker, ready, up, failure, started, stamp, state = [], watch, lastId = 0;

  function open() {
    const options = { type: "module", name: wait ? "wait" : "engine" };
    const from = (url) => new Worker(trusted ? trusted.createScriptURL(url) : url, options);
    return from(window.origin === "null" ? indirect : address);
  }

  function tell(...now) {
    state = now;
    watch?.(...now);
  }

  function go() {
    if (wait) worker.postMessage({ go: true });
    wait = false;
  }

  function want(ruleset) {
    if (!ruleset) return;
    const { lang } = document.documentElement;
    wanted.push(ruleset, `${ruleset}.${lang}`, `all-games.${lang}`);
    worker.postMessage({ want: wanted });
  }

  function start() {
    worker?.terminate();
    const mine = (worker = open());
    if (wanted.length) mine.postMessage({ want: wanted });
    up = false;
    failure = null;
    tell("loading", 0, 0);
    ready = new Promise((resolve, reject) => {
      const fail = (message) => {
        if (worker !== mine) return;
        failure = new Error(message);
        tell("failed", message);
        reject(failure);
        for (const call of calls.splice(0)) call.reject(failure);
      };
      mine.onerror = (event) => fail(event.message || "the engine's worker could not start");
      mine.onmessage = ({ data }) => {
        // said by a worker that has been ended since
        if (worker !== mine) return;
        if (data.loading) return tell("loading", data.got, data.total);
        if (data.failed) return fail(data.failed);
        if (data.ready) {
          // put online since the page was loaded
          if ((stamp ??= data.stamp) !== data.stamp) return fail("a newer version of the page is online: load it again");
          up = true;
          started = { how: data.how, why: data.why };
          calls = calls.filter(({ off }) => !off);
          calls.forEach(send);
          tell("ready", data.version);
          // what waits for it has a task of its own, so that a touch need not wait for both
          return setTimeout(() => resolve(data.version));
        }
        const call = calls[0];
        if ("progress" in data) return call.onprogress?.(data.progress);
        calls.shift();
        if ("error" in data) call.reject(new Error(data.error));
        else call.resolve(data.text);
        // the next one was cancelled while it waited
        if (data.fatal || calls[0]?.off) start();
      };
    });
    // who awaits it is told; nobody has to
    ready.catch(() => {});
  }

  function send({ id, text }) {
    worker.postMessage({ id, text });
  }

  window.hexEngine = {
    get ready() {
      return ready;
    },
    /** How the engine came to life: {how: "snapshot" or "files", why}, why it was not the snapshot. */
    get started() {
      return started;
    },
    set watch(told) {
      watch = told;
      watch(...state);
    },
    go,
    want,
    restart: start,
    call(text, onprogress) {
      // try again: perhaps it was the network
      if (failure) start();
      const call = { id: ++lastId, text, onprogress };
      call.answer = new Promise((resolve, reject) => Object.assign(call, { resolve, reject }));
      calls.push(call);
      if (up) send(call);
      return call.answer;
    },
    cancel(answer = calls[0]?.answer) {
      const call = calls.find((one) => one.answer === answer);
      // it has been answered
      if (!call) return;
      call.off = true;
      call.reject(new Error("cancelled"));
      // one that waits is over when its turn comes; an engine that is still starting has not been sent anything
      if (call === calls[0] && up) start();
    },
  };

  start();
  // the battle of the address or the one that was kept, else the one that the page shows
  Promise.resolve(window.hexGame ?? document.querySelector("meta[name=game]")?.content).then(want);
  if (wait) setTimeout(go, LONGEST);
  // early.js did not come, which tells of what else did not
  if (document.querySelector("meta[name=version]") && !window.hexStore) {
    document.documentElement.hidden = true;
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.hidden = false;
      const stuck = document.getElementById("stuck");
      stuck.hidden = false;
      stuck.querySelector("b").textContent = "early.js";
      stuck.querySelector("button").onclick = () => location.reload();
      // a link's battle
      for (const region of document.querySelectorAll("main, footer")) region.hidden = location.hash.length > 9;
    });
  }
}
