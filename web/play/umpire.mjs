// What an embedded battle does once somebody taps: it is worked out anew, played, or answers its lesson. embed/embed.js loads
// this and gives it its own means (`kit`): how it makes elements, shows a summary, and offers what can be done.
//
// The operations `play` and `lesson` (docs/api.md) say what may be done; nothing here knows a rule. Nothing is kept.
let words; // texts in the frame's language
let kit;

const t = (key, values = {}) => words[key].replace(/{(\w+)}/g, (_, name) => values[name]);
const address = (path) => new URL(path, document.baseURI).href; // a frame without an origin knows no relative ones

class Refused extends Error {}

async function ask(request, onprogress) {
  const answer = JSON.parse(await window.hexEngine.call(JSON.stringify({ lang: kit.lang, ...request }), onprogress));
  if (answer.ok) return answer.result;
  throw new Refused(answer.problems.map((one) => kit.text(one.message) + (one.fix ? `: ${kit.text(one.fix)}` : "")).join("; "));
}

/** The engine, the texts and the style, once. */
async function prepare(given) {
  kit = given;
  if (!words) {
    const style = kit.make("link", { rel: "stylesheet", href: address("./play/play.css") });
    const styled = new Promise((resolve) => (style.onload = style.onerror = resolve));
    document.head.append(style);
    const [response] = await Promise.all([fetch(address(`./texts/embed/${kit.lang}.json`)), styled]);
    if (!response.ok) throw new Error(`texts/embed/${kit.lang}.json: HTTP status ${response.status}`);
    words = await response.json();
  }
  await import(address("./engine/client.js"));
}

/** Does what may take long, and can be stopped; `again` does it anew. */
async function working(given, found, again, does, halted = "unsaid") {
  await prepare(given);
  if (!given.alive()) return;
  let stopped = false;
  const stop = kit.button(t("stop"), () => {
    stopped = true;
    window.hexEngine.cancel();
  });
  const status = kit.offer(kit.t("working"), kit.page(found.record), stop);
  try {
    await does((line) => (status.textContent = kit.text(line)));
  } catch (error) {
    if (!given.alive()) return;
    if (stopped) end("stopped", t(halted), found, kit.button(kit.t("again"), again, "second"));
    else if (error instanceof Refused) end("refused", error.message, found);
    else kit.failed(error, found, again);
  }
}

function end(state, message, found, ...controls) {
  kit.offer(message, kit.page(found.record), ...controls);
  kit.root.dataset.state = state;
}

/** The battle of the link, as the operations take it. */
async function battleOf(found) {
  const { game, scenario, actions, mail } = await ask({ op: "open", fragment: found.record });
  if (game) scenario.game = game; // as text: objects here put keys that are numbers first
  return { scenario, actions, mail };
}

// --- worked out anew -------------------------------------------------------------------------------------------

// an older link may say less than links do now
const same = (old, fresh) => Object.keys(old).every((key) => ["engine", "lesson"].includes(key) || JSON.stringify(old[key]) === JSON.stringify(fresh[key]));
const said = (summary) =>
  [kit.text(summary.bar, 80), kit.text(kit.object(summary.hex).percent, 40)].filter(Boolean).join(", ") || t("nothing");

/** The summary as the engine makes it now, under the policies and in the language of the one there was. */
async function afresh({ scenario, actions }, old, lang, progress) {
  const request = { op: "embed", scenario, actions };
  let made;
  try {
    made = await ask({ ...request, policies: old?.policies, objective: old?.objective, lang: old?.lang ?? lang }, progress);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    made = await ask(request, progress); // perhaps it was the policies; if not, it says so again
  }
  return kit.unpack(made.fragment.split(".")[3]);
}

/** Works the battle out, and says whether the link agrees. */
export function work(given, found) {
  const old = found.summary;
  return working(given, found, () => given.start("work", found), async (progress) => {
    const fresh = await afresh(await battleOf(found), old, given.lang, progress);
    if (!given.alive()) return;
    const versions = { version: kit.text(old?.engine, 40), mine: kit.text(fresh.engine, 40), said: old ? said(old) : "" };
    const state = !old ? "done" : same(old, fresh) ? "agrees" : versions.version === versions.mine ? "wrong" : "other";
    kit.show(fresh);
    end(state, t(state, versions), found, fresh.problems.length ? "" : kit.button(kit.t("play"), () => given.start("play", found)));
  }, "stopped");
}

// --- played ----------------------------------------------------------------------------------------------------

/** A battle that is being played: its request, the actions so far, and the step shown. */
class Table {
  busy = ""; // or "step", or "chances": what the engine is asked for
  open = new Set(); // the lists that are unfolded
  made = null;

  constructor(given, found, { scenario, actions }) {
    const { policies, objective } = found.summary ?? {};
    this.alive = given.alive;
    this.found = found;
    this.actions = actions;
    this.request = { op: "play", scenario, lang: given.lang };
    this.policies = { policies, objective };
  }

  /** Goes to another step; `said` is told of it, else what the log says. */
  async go(actions, said = "") {
    if (this.busy === "step") return;
    if (this.busy) window.hexEngine.cancel();
    this.busy = "step";
    try {
      const made = await ask({ ...this.request, actions });
      if (!this.alive()) return;
      const before = this.made ? kit.list(this.made.summary.log, 200).length : 0;
      const log = kit.list(made.summary.log, 200).map((one) => kit.text(one.text));
      const fresh = !this.made ? [] : log.length > before ? log.slice(before) : log.slice(-1);
      Object.assign(this, { actions, made });
      this.draw(said || (fresh.length ? fresh.join(" ") : t("begin")));
    } finally {
      this.busy = "";
    }
  }

  /** Goes to another step at a tap; what goes wrong is said below the step that stays. */
  tap(actions, said) {
    this.go(actions, said).catch((error) => this.wrong(error));
  }

  wrong(error) {
    if (!this.alive()) return;
    const reason = String(error?.message ?? error).replace(/\.$/, "");
    this.offer(error instanceof Refused ? reason : kit.t("failed", { reason }));
  }

  /** Puts the exact chances from here on into the step that is shown. */
  async chances() {
    const { actions, made } = this;
    const here = () => this.alive() && this.made === made;
    this.busy = "chances";
    const stop = kit.button(t("stop"), () => window.hexEngine.cancel(), "second");
    const status = this.offer(kit.t("working"), stop);
    const progress = (line) => here() && (status.textContent = kit.text(line));
    const request = { ...this.request, actions, chances: true };
    try {
      const found = await ask({ ...request, ...this.policies }, progress).catch((error) => {
        if (error instanceof Refused) return ask(request, progress); // perhaps it was the policies
        throw error;
      });
      if (!here()) return;
      this.busy = "";
      this.made = found;
      const { odds } = found.summary;
      this.draw(t(!odds.length ? "none" : odds.some(({ percent }) => percent.startsWith("≥")) ? "least" : "exact"));
    } catch (error) {
      if (!here() || this.busy === "step") return;
      this.busy = "";
      if (error.message === "cancelled") this.offer(t("unsaid"));
      else this.wrong(error);
    }
  }

  /** Says something above what is asked, where it is seen; below stands the way to the page, at this step. */
  offer(message, ...controls) {
    const { fragment, node } = this.made;
    const status = kit.make("p", { role: "status" }, message);
    this.said.replaceChildren(status, ...controls);
    kit.offer("", kit.page(fragment, ...(node ? ["fight"] : [])));
    kit.root.dataset.state = "play";
    return status;
  }

  draw(message) {
    const { summary, node } = this.made;
    for (const one of kit.battle.querySelectorAll("details")) this.open[one.open ? "add" : "delete"](one.lastChild.className);
    kit.show(summary);
    for (const one of kit.battle.querySelectorAll("details")) one.open = this.open.has(one.lastChild.className);
    const right = kit.battle.querySelector(".right");
    const prompt = right.querySelector(".prompt");
    const says = { lang: summary.lang, dir: "auto" };
    const asked = kit.make("section", { class: "step" });
    this.said = kit.make("div", { class: "said" });
    (prompt ?? right.querySelector(".sum ~ *") ?? right).before(this.said);
    const who = { chance: "rolls", decision: "decides" }[node?.kind];
    if (who && node.title) this.said.after(kit.make("p", { class: "who" }, t(who, { side: kit.text(node.title, 80) })));
    if (node?.kind === "chance") asked.append(...this.dice(node.faces));
    if (node?.kind === "decision") asked.append(this.options(node.options, says));
    asked.append(this.tools(summary, node));
    (prompt ?? this.said).after(asked);
    prompt?.append(" ", ...kit.rules(node));
    prompt?.setAttribute("tabindex", "-1");
    this.offer(node ? message : t("forbidden"));
    prompt?.focus({ preventScroll: true });
    asked.scrollIntoView({ block: "nearest" });
  }

  dice(faces) {
    const total = faces.reduce((sum, { weight }) => sum + weight, 0);
    const play = (id) => this.tap([...this.actions, id]);
    const roll = kit.button(t("roll"), () => {
      const most = 2 ** 32 - (2 ** 32 % total); // so that every face comes up as often as it should
      const number = new Uint32Array(1);
      do crypto.getRandomValues(number); while (number[0] >= most);
      let left = number[0] % total;
      play(faces.find(({ weight }) => (left -= weight) < 0).id);
    });
    const rows = faces.map(({ id, weight }) => {
      const face = id.slice(id.indexOf("=") + 1);
      const equal = weight * faces.length === total;
      const one = kit.button(face, () => play(id), "second face");
      one.setAttribute("aria-label", t("face", { face }));
      if (!equal) one.append(" ", kit.make("small", {}, `${weight}/${total}`));
      return one;
    });
    return [kit.make("p", { class: "do" }, roll, kit.make("span", {}, t("real"))), kit.make("p", { class: "faces" }, ...rows)];
  }

  options(options, says) {
    const rows = options.map((option) => {
      const { id, label, rules, printed = rules } = option;
      const one = kit.button(kit.text(label), () => this.tap([...this.actions, id]), "second option");
      one.lang = says.lang;
      if (printed.length) one.append(" ", kit.make("small", {}, printed.join(" · ")));
      return kit.make("li", {}, one);
    });
    return kit.make("ul", {}, ...rows);
  }

  tools(summary, node) {
    const { starts } = this.made;
    const tools = kit.make("p", { class: "do" });
    if (starts.length) tools.append(kit.button(t("undo"), () => this.tap(this.actions.slice(0, starts.at(-1)), t("undone")), "second"));
    if (node && node.kind !== "end" && !summary.odds.length && !summary.note) {
      tools.append(kit.button(t("chances"), () => this.busy || this.chances(), "second"));
    }
    return tools;
  }
}

/** The frame becomes the umpire; `said` and the open lists are those of a lesson that has led here. */
export function play(given, found, said = "", ...open) {
  return working(given, found, () => given.start("play", found, said, ...open), async () => {
    const battle = await battleOf(found);
    if (battle.mail) throw new Refused(t("mail"));
    const table = new Table(given, found, battle);
    for (const list of open) table.open.add(list);
    await table.go(battle.actions, said);
  });
}

// --- a lesson --------------------------------------------------------------------------------------------------

/** Asks the lesson's question, or judges the answer of that title, if the engine asks what the link asks. */
export function learn(given, found, key, title) {
  return working(given, found, () => given.start("learn", found, key, title), async () => {
    const { scenario, actions } = await battleOf(found);
    const lang = found.summary?.lang ?? given.lang;
    const request = { op: "lesson", lesson: key, scenario, actions };
    const asked = await ask({ ...request, lang }).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      return { refused: error.message };
    });
    if (!given.alive()) return;
    if (asked.refused) { // there is nothing to ask: the battle is shown as it is without a lesson
      kit.show(found.summary);
      return end("refused", asked.refused, found, kit.button(kit.t("play"), () => given.start("play", found)));
    }
    const titles = (one) => JSON.stringify([one.prompt, ...kit.list(one.choices, 9).map((choice) => kit.object(choice).title)]);
    const known = title !== undefined && titles(kit.object(found.summary?.lesson)) === titles(asked);
    const reveal = (said) => given.start("play", found, said, "why");
    const inWhy = ["column", "result"].includes(key); // the reasons say how the answer comes about
    const answer = asked.choices.find((one) => one.right).title;
    const section = given.asking({ ...asked, lang }, (other) => judge(other));
    const judge = (other) => {
      const choice = asked.choices.find((one) => one.title === other);
      if (choice.right) return reveal(inWhy ? t("right", { answer }) : t("fits", { answer }));
      const button = [...section.querySelectorAll("button")].find((one) => one.textContent === other);
      button.disabled = true;
      section.querySelector(".proof")?.remove();
      section.append(proof(choice, lang));
      end("no", t("no", { answer: other }), found, kit.button(t("reveal"), () => reveal(inWhy ? t("revealed") : t("answer", { answer })), "second"));
      section.querySelector("button:enabled").focus({ preventScroll: true });
    };
    kit.show(found.summary, section);
    if (known) judge(title);
    else end("asked", t(title === undefined ? "choose" : "anew"), found);
  });
}

/** Why an answer is wrong: the lines that say so. */
function proof({ text, lines }, lang) {
  const rows = lines.map((line) =>
    kit.make("li", {}, kit.make("span", {}, kit.text(line.label), " ", ...kit.rules(line)), kit.make("span", { class: "value" }, kit.text(line.value_text ?? line.value, 40))));
  return kit.make("div", { class: "proof", lang, dir: "auto" }, kit.make("p", {}, kit.text(text)), kit.make("ul", { class: "why" }, ...rows));
}
