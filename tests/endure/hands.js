// A player's hands on the page, for every browser: presses what is shown, waits until the page has answered, and tells
// what it saw. `hands.start(name, ...words)` begins one of the doings; `hands.done` is null until it is over.
window.hands ??= (() => {
  const STATE = "hexumpire.state.1";
  const PATIENCE = 90_000;
  const faults = [];
  addEventListener("error", ({ message, target }) => faults.push(`exception: ${message ?? target?.src ?? target?.href}`), true);
  addEventListener("unhandledrejection", ({ reason }) => faults.push(`rejection: ${reason?.message ?? reason}`));
  const { error } = console;
  console.error = (...words) => {
    faults.push(`console: ${words.join(" ")}`);
    error.apply(console, words);
  };

  // The last words between the page and its engine, told where the page does not come to rest.
  const wire = [];
  const heard = (...words) => {
    wire.push(`${Math.round(performance.now())} ms: ${words.join(" ")}`);
    if (wire.length > 40) wire.shift();
  };
  const brief = (data) => Object.entries(data).map(([key, value]) => `${key}=${String(value).slice(0, 40)}`).join(" ");
  const { call } = hexEngine;
  hexEngine.call = (text, ...more) => {
    const { op } = JSON.parse(text);
    heard("asked", op);
    const answer = call(text, ...more);
    answer.then(() => heard("answered", op), ({ message }) => heard("refused", op, message));
    return answer;
  };
  window.Worker = class extends Worker {
    constructor(...words) {
      super(...words);
      heard("a new worker");
      this.addEventListener("message", ({ data }) => heard("said", brief(data)));
      this.addEventListener("error", ({ message }) => heard("error", message));
    }
    postMessage(data) {
      heard("told", brief(data));
      super.postMessage(data);
    }
    terminate() {
      heard("ended");
      super.terminate();
    }
  };

  // What is written goes through here, so that writing can be watched, be refused, or end as it does when a tab is killed.
  const writing = { full: false, dead: false, watch: null, tried: "", mine: "", refused: [] };
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, text) {
    if (key === STATE) writing.tried = text;
    if (writing.dead) return;
    try {
      if (writing.full) throw new DOMException("the quota has been exceeded", "QuotaExceededError");
      setItem.call(this, key, text);
    } catch (error) {
      if (key.startsWith("hexumpire.")) writing.refused.push(key);
      throw error;
    }
    if (key === STATE) writing.mine = text;
    writing.watch?.(key, text);
  };
  for (const name of ["replaceState", "pushState"]) {
    const real = history[name].bind(history);
    history[name] = (...words) => {
      if (writing.dead) return;
      real(...words);
      writing.watch?.("address", location.hash);
    };
  }
  for (const name of ["put", "add", "addAll"]) {
    const real = Cache.prototype[name];
    Cache.prototype[name] = function (...words) {
      return writing.full ? Promise.reject(new DOMException("full", "QuotaExceededError")) : real.apply(this, words);
    };
  }

  // mulberry32
  const dice = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const rest = (ms) => new Promise((done) => setTimeout(done, ms));
  const one = (css) => document.querySelector(css);
  const shown = (css) =>
    [...document.querySelectorAll(css)].filter(
      (it) => (it.checkVisibility?.() ?? it.getClientRects().length) && !it.disabled && it.getAttribute("aria-disabled") !== "true",
    );
  const words = (css) => one(css)?.textContent.replace(/\s+/g, " ").trim() ?? "";
  const depth = () => history.state?.depth ?? 0;

  async function until(what, told, patience = PATIENCE) {
    const end = performance.now() + patience;
    while (!what()) {
      if (performance.now() > end) throw new Error(`${told} never came at ${Math.round(performance.now())} ms; ${state()}; the page says: ${document.body.innerText.slice(0, 600)}`);
      await rest(8);
    }
  }
  const still = () =>
    one("html[data-engine=ready]:not([data-coming])") && one("#sum:not(.stale)") && !one(".losses[aria-busy]") && !one(".question.stale");
  /** In which ways the page is not at rest, and what it and its engine said to each other last. */
  function state() {
    const { engine, coming } = document.documentElement.dataset;
    const stale = ["#sum.stale", ".losses[aria-busy]", ".question.stale"].filter(one);
    return `engine ${engine}, coming ${coming}, old: ${stale.join(" ") || "nothing"}; ${wire.join("; ")}`;
  }
  const calm = (patience) => until(still, "rest", patience);

  async function press(it) {
    it.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    await calm();
  }
  const kept = () => JSON.parse(localStorage.getItem(STATE) || "{}");
  /** Wait until what is on the table is kept by this tab and in the address: neither is so at once. */
  async function settled() {
    await rest(400);
    const all = () => {
      const mine = JSON.parse(writing.mine || localStorage.getItem(STATE) || "{}");
      return `#${mine.link}` === location.hash && mine.screen === document.documentElement.dataset.screen;
    };
    const end = performance.now() + 20_000;
    while (!all()) {
      if (performance.now() > end) {
        const { link, actions, screen } = kept();
        throw new Error(`not kept and in the address after 20 s: address ${location.hash}; kept ${JSON.stringify({ link, actions, screen })}`);
      }
      await rest(20);
    }
  }

  /** What a player sees of the battle. */
  function look() {
    const counters = [...document.querySelectorAll("#map [data-unit]")].map((it) => it.dataset.unit).sort();
    return {
      screen: document.documentElement.dataset.screen,
      caption: words("#caption h1"),
      sum: words("#sum"),
      question: words("#question"),
      log: [...document.querySelectorAll("#log .line .what")].map((it) => it.textContent),
      choices: [...document.querySelectorAll("#umpire :is(.face, .option[data-do=act])")].map((it) => it.dataset.a),
      counters,
    };
  }

  async function close() {
    if (!one("#dialog")?.open) return;
    await press(one("#dialog [data-do=close]"));
    await until(() => !one("#dialog").open && depth() === 0, "the dialog's end", 5000);
  }
  async function battles() {
    await press(shown(".nav [data-do=battles]")[0]);
    await until(() => one("#dialog")?.open && one("#dialog [data-do=new-close]"), "the list of battles");
    await until(() => ![...document.querySelectorAll("#dialog p.status")].some((it) => !it.querySelector("button")), "all examples");
  }
  const cards = () =>
    [...document.querySelectorAll("#dialog [data-do=saved-open]")].map((it) => ({
      id: it.dataset.a,
      title: it.querySelector(".what").firstChild.textContent,
      about: it.querySelector(".help").textContent,
    }));

  async function choose(key) {
    const field = one("#game");
    if (field.value === key) return;
    const before = words("#caption h1");
    field.value = key;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    await until(() => words("#caption h1") !== before && still(), `the game ${key}`);
  }
  async function name(title) {
    await press(one("#tab-notes"));
    await until(() => one("#notes-title"), "the field of the title");
    const field = one("#notes-title");
    field.value = title;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await until(() => words("#caption h1") === title && still(), "the title");
    await press(one("#tab-why"));
  }
  /** Put an example on the table under a name of its own; how many examples the game has. */
  async function put({ game, nth, title, straight }) {
    if (straight && document.documentElement.dataset.screen === "fight") {
      await battles();
      await press(one("#dialog [data-do=new-close]"));
      await until(() => !one("#dialog").open && depth() === 0 && still(), "a new battle");
    }
    if (document.documentElement.dataset.screen === "fight") await press(one("#to-setup") ?? shown("[data-do=setup]")[0]);
    await choose(game);
    await battles();
    const found = [...document.querySelectorAll("#dialog [data-do=example-close]")];
    const chosen = found[nth % found.length];
    const example = chosen.dataset.a;
    const scenario = () => JSON.stringify(JSON.parse(writing.tried || "{}").scenario);
    await rest(300); // until what came before is kept
    const before = scenario();
    const pressed = performance.now();
    await press(chosen);
    // one of a typed-in game comes when the engine has read that game; one that was there already changes nothing
    const come = () => scenario() !== before || performance.now() - pressed > 3000;
    await until(() => !one("#dialog").open && depth() === 0 && still() && come(), `the example ${example}`);
    if (title) await name(title);
    return { game, example, of: found.length };
  }
  async function fight() {
    const start = shown("#fight")[0];
    if (!start) return false;
    await press(start);
    await until(() => document.documentElement.dataset.screen === "fight" && one("#umpire .question, #question") && still(), "the fight");
    return true;
  }

  /** Name losses by chance until that is enough, and lose them; where nothing leads on, that is a fault, and others are named. */
  async function lose(chance) {
    const barren = new Set();
    for (let i = 0; i < 300; i++) {
      await calm();
      if (one("#lose:not([disabled])")) {
        await press(one("#lose"));
        return "losses";
      }
      const more = shown(".losses [data-do=pick][data-b='1']").filter((it) => !barren.has(it.dataset.a));
      if (more.length) {
        await press(more[Math.floor(chance() * more.length)]);
        continue;
      }
      const named = [...document.querySelectorAll(".losses [data-do=pick][data-b='-1']:not([disabled])")];
      if (!named.length) break;
      await settled();
      const said = named.map((it) => it.closest("li").querySelector(".what").textContent);
      faults.push(`losses: "${words("#question")}": with ${said.join(", ")} nothing more can be named, and it is not enough: ${words(".tally p")}`);
      barren.add(named.at(-1).dataset.a);
      for (let it; (it = one(".losses [data-do=pick][data-b='-1']:not([disabled])")); ) await press(it);
    }
    await settled();
    faults.push(`losses that no naming ends: "${words("#question")}": ${words(".tally p")}; the battle is left`);
    return "";
  }
  /** One step of the fight: what kind, or "" where there is none. */
  async function forward(chance) {
    if (one("#lose")) return lose(chance);
    const roll = shown("#umpire [data-do=roll]");
    if (roll.length && chance() < 0.25) {
      crypto.getRandomValues = (places) => (places.set([...places].map(() => chance() * 65536)), places); // as at each run
      try {
        await press(roll[0]);
      } finally {
        delete crypto.getRandomValues;
      }
      return "roll";
    }
    for (const fold of document.querySelectorAll("#umpire details[data-open^=many]")) {
      if (!fold.open) await press(fold.querySelector("summary"));
    }
    await rest(0);
    const found = shown("#umpire :is(.face, .option[data-do=act])");
    if (!found.length) return "";
    const chosen = found[Math.floor(chance() * found.length)];
    const kind = chosen.classList.contains("face") ? "face" : "option";
    await press(chosen);
    return kind;
  }
  async function back() {
    const undo = shown("#undo-step")[0];
    if (!undo) return false;
    await press(undo);
    return true;
  }

  /** Play the battle on the table to its end, or so many steps. */
  async function fought(seed, most) {
    const chance = dice(seed);
    const count = { face: 0, roll: 0, option: 0, losses: 0, undo: 0, putback: 0, again: 0 };
    let ended = false;
    if (!(await fight())) return { ...count, ended: "no fight" };
    for (let i = 0; i < most; i++) {
      if (chance() < 0.1) {
        const before = JSON.stringify(look().log);
        if (await back()) {
          count.undo++;
          const again = shown("[data-do=putback]")[0];
          if (again && chance() < 0.5) {
            await press(again);
            count.putback++;
            if (JSON.stringify(look().log) !== before) throw new Error("undo and put back do not come to the same");
          }
        }
      }
      const kind = await forward(chance);
      if (kind) count[kind]++;
      ended = Boolean(shown("[data-do=again]").length);
      if (!kind || ended) break;
    }
    if (ended && chance() < 0.1) {
      await press(shown("[data-do=again]")[0]);
      count.again++;
      for (let i = 0; i < 3; i++) await forward(chance);
    }
    return { ...count, ended: ended ? "end" : "left" };
  }
  async function battle({ seed, most, ...which }) {
    const found = await put(which);
    return { ...found, ...(await fought(seed, most)), look: look() };
  }
  async function list() {
    await battles();
    const found = cards();
    await close();
    return found;
  }
  async function reopen(title) {
    await battles();
    const card = [...document.querySelectorAll("#dialog [data-do=saved-open]")].find((it) => it.querySelector(".what").firstChild.textContent === title);
    if (!card) throw new Error(`${title} is not on the list of battles`);
    await press(card);
    await until(() => !one("#dialog").open && depth() === 0 && kept().scenario?.title === title && still(), `the battle ${title}`);
    await fight(); // which goes on where it was left
    return look();
  }
  async function step(seed) {
    const kind = await forward(dice(seed));
    return { kind, look: look() };
  }

  /** Press one thing and note, in ms from then: when the answer was painted, when it was kept, when it was in the address.
      The tab is as good as killed `after` ms after the paint, or of the press where that is negative; null: never. */
  async function timed(seed, after) {
    const times = {};
    const before = { actions: (kept().actions ?? []).length, shown: JSON.stringify(look().log) + words("#question") };
    const start = performance.now();
    const now = () => Math.round(performance.now() - start);
    writing.watch = (key, text) => {
      if (key === STATE && JSON.parse(text).actions.length !== before.actions) times.kept ??= now();
      if (key === "address") times.address = now();
    };
    const seen = new MutationObserver(() => {
      if (times.painted !== undefined || !still() || JSON.stringify(look().log) + words("#question") === before.shown) return;
      times.painted = NaN;
      requestAnimationFrame(() => setTimeout(() => {
        times.painted = now();
        if (after >= 0 && after !== null) setTimeout(() => (writing.dead = true), after);
      }));
    });
    seen.observe(document, { subtree: true, childList: true, attributes: true });
    const ending = after !== null && after < 0 && setTimeout(() => (writing.dead = true), -after);
    const kind = await forward(dice(seed));
    if (!kind) {
      clearTimeout(ending);
      seen.disconnect();
      writing.watch = null;
      return { kind };
    }
    await until(() => times.painted >= 0, "the paint", 20_000);
    const found = look();
    if (after === null) {
      await until(() => times.kept >= 0, "the keeping", 20_000);
      await settled();
    } else await until(() => writing.dead, "the end", 20_000);
    seen.disconnect();
    writing.watch = null;
    return { kind, times, look: found, address: location.href };
  }

  async function putback() {
    await press(shown("[data-do=putback]")[0]);
    return look();
  }
  /** Put one more counter on the board, the first that the palette offers for the first hex. */
  async function stamp() {
    if (!shown(".stamp").length) await press(one("#map [data-hex] .hu-hit"));
    await until(() => shown(".stamp").length && still(), "the palette");
    const before = JSON.stringify(kept().scenario?.units);
    await press(shown(".stamp")[0]);
    await until(() => JSON.stringify(kept().scenario?.units) !== before, "the counter", 10_000);
    return counters();
  }
  const counters = () => JSON.stringify((kept().scenario?.units ?? []).map((it) => [it.id, it.count ?? 1, it.at]));
  /** Undo the last change of the set-up; how its counters stand then, or null where nothing can be undone. */
  async function undo() {
    const found = shown("[data-do=undo]")[0];
    if (!found) return null;
    await press(found);
    await settled();
    return counters();
  }

  const self = {
    faults, writing, look, done: null,
    doings: { battle, put, fought, list, reopen, step, timed, fight, back: async () => ((await back()) ? look() : null), calm, settled, choose, name, close, battles, putback, stamp, undo, counters },
    start(doing, ...words) {
      self.done = null;
      Promise.resolve()
        .then(() => self.doings[doing](...words))
        .then((value) => (self.done = { value: value ?? null }), (reason) => (self.done = { fault: String(reason?.message ?? reason) }));
    },
    size: () => ({
      nodes: document.getElementsByTagName("*").length,
      kept: Object.entries({ ...localStorage }).reduce((sum, [key, text]) => sum + key.length + text.length, 0),
    }),
  };
  return self;
})();
