// Shows the battle in the address at once, from the summary that the link carries (docs/embedding.md, and
// pycore/hexumpire/embedding.py, have its format); works it out anew when asked to.
//
// Whatever stands in the address may come from anybody. It is measured before it is read, every text goes into the
// document as text, and the picture is made element by element, of those known here, with attributes of known form.
// A classic script: unlike a module it starts in a frame without an origin whatever headers the host sends.
{
  const WORDS = {
    en: {
      takes: "takes the hex",
      odds: "What will come of it",
      result: "Result",
      chance: "Chance",
      why: "Why",
      log: "Log",
      problems: "The rules forbid this fight",
      board: "Board",
      nearer: "Board larger",
      farther: "Board smaller",
      unsure: "Figures from the link, by version {version}.",
      work: "Work it out anew",
      working: "The umpire is working it out …",
      stop: "Stop",
      stopped: "Stopped. The figures are those of the link.",
      agrees: "Worked out anew just now: the link says the same.",
      wrong: "The link was wrong: it said {said}. These figures have been worked out anew.",
      other: "The link came from version {version}, and said {said}. These figures have been worked out anew, by version {mine}.",
      done: "Worked out just now.",
      nothing: "nothing of the kind",
      failed: "The umpire could not start here: {reason}. Open the battle on its own page instead.",
      again: "Try again",
      open: "Open in Hex Umpire",
      fight: "Fight it here",
      copy: "If nothing opened, copy this address:",
      empty: "There is no battle in this address: copy it anew from where it was shared.",
      strange: "This is not a link of Hex Umpire: copy it anew from where it was shared.",
      large: "This link is too long to be a battle ({n} characters): copy it anew from where it was shared.",
      without: "This link carries no summary.",
      damaged: "The summary in this link is damaged: the battle itself can still be worked out.",
      newer: "The summary in this link is from a newer version: the battle itself can still be worked out.",
    },
    de: {
      takes: "nimmt das Feld",
      odds: "Was dabei herauskommt",
      result: "Ergebnis",
      chance: "Chance",
      why: "Warum",
      log: "Verlauf",
      problems: "Die Regeln verbieten diesen Kampf",
      board: "Karte",
      nearer: "Karte größer",
      farther: "Karte kleiner",
      unsure: "Laut Link, von Fassung {version}.",
      work: "Neu ausrechnen",
      working: "Der Schiedsrichter rechnet …",
      stop: "Abbrechen",
      stopped: "Abgebrochen. Die Angaben stammen aus dem Link.",
      agrees: "Soeben neu ausgerechnet: Der Link sagt dasselbe.",
      wrong: "Der Link war falsch: Er sagte {said}. Diese Angaben sind neu ausgerechnet.",
      other: "Der Link stammt von Fassung {version} und sagte {said}. Diese Angaben sind neu ausgerechnet, von Fassung {mine}.",
      done: "Soeben ausgerechnet.",
      nothing: "nichts dergleichen",
      failed: "Der Schiedsrichter konnte hier nicht antreten: {reason}. Bitte das Gefecht auf seiner eigenen Seite öffnen.",
      again: "Noch einmal versuchen",
      open: "In Hex Umpire öffnen",
      fight: "Hier austragen",
      copy: "Wenn sich nichts geöffnet hat, diese Adresse kopieren:",
      empty: "In dieser Adresse steht kein Gefecht: Bitte dort neu kopieren, wo es geteilt wurde.",
      strange: "Das ist kein Link von Hex Umpire: Bitte dort neu kopieren, wo er geteilt wurde.",
      large: "Dieser Link ist zu lang für ein Gefecht ({n} Zeichen): Bitte dort neu kopieren, wo er geteilt wurde.",
      without: "Dieser Link enthält keine Zusammenfassung.",
      damaged: "Die Zusammenfassung in diesem Link ist beschädigt: Das Gefecht selbst lässt sich noch ausrechnen.",
      newer: "Die Zusammenfassung in diesem Link stammt von einer neueren Fassung: Das Gefecht selbst lässt sich noch ausrechnen.",
    },
  };
  const FORMAT = "1";
  const MAX_LINK = 104 * 1024; // characters of the fragment
  const MAX_UNPACKED = 768 * 1024; // bytes of a summary
  const MAX_ELEMENTS = 6000;
  const MAX_DEPTH = 16;
  const MAX_HEXES = 1500;
  const WIDE = 12 * 173; // a picture wider than so many hexes, or as high as it, is one to look at in parts
  const NEAR = 0.42; // pixels to a unit of the picture, from which on it is shown no larger
  const STEP = 1.6;
  const HEIGHT_OF_PAGE = 780; // room for the whole page in this frame

  // --- the picture ---------------------------------------------------------------------------------------------

  const NUMBER = /^[-+.\d]+$/;
  const NUMBERS = /^[-+.\d ]+$/;
  const WORD = /^\w+$/;
  const COLOUR = "#[\\da-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl)a?\\([\\d.,%/ ]+\\)";
  const PAINT = new RegExp(`^(?:${COLOUR}|var\\(--hu-[\\w-]+, ?(?:${COLOUR})\\)|url\\(#[\\w.-]+\\))$`, "i");
  const MOVES = /^(?:(?:translate|scale|rotate)\([-.\d ]+\))+$/;
  const NAME = /^[\w.-]+$/;
  const TAGS = new Set(["circle", "defs", "ellipse", "g", "path", "pattern", "rect", "svg", "text", "title", "use"]);
  const ATTRIBUTES = {
    d: /^[-+.,\d\sa-z]+$/i,
    href: /^#[\w.-]+$/,
    id: NAME,
    viewBox: /^-?[.\d]+ -?[.\d]+ [.\d]+ [.\d]+$/,
    ...Object.fromEntries(["fill", "stroke", "color"].map((name) => [name, PAINT])),
    ...Object.fromEntries(["transform", "patternTransform"].map((name) => [name, MOVES])),
    ...Object.fromEntries(
      ["cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "font-size", "stroke-width", "stroke-dashoffset",
        "fill-opacity", "stroke-opacity"].map((name) => [name, NUMBER]),
    ),
    "stroke-dasharray": NUMBERS,
    ...Object.fromEntries(
      ["font-weight", "paint-order", "patternUnits", "stroke-linecap", "stroke-linejoin", "text-anchor"].map((name) => [name, WORD]),
    ),
  };
  const ours = (name, value) => // its names are its own, so that they cannot stand for something of the page
    name === "id" ? `b-${value}` : name === "href" ? `#b-${value.slice(1)}` : value.replace(/^url\(#/, "url(#b-");

  /** An element of the picture, or null; `left` counts those that may still come. */
  function shape(given, left, depth, inDefs) {
    if (!Array.isArray(given) || !TAGS.has(given[0]) || depth > MAX_DEPTH || --left.count < 0) return null;
    const [tag, attributes, ...children] = given;
    if (inDefs && tag === "use") return null; // what is used many times does not use others many times
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes ?? {})) {
      if (!Object.hasOwn(ATTRIBUTES, name) || typeof value !== "string" || !ATTRIBUTES[name].test(value)) continue;
      if (name === "href" ? tag !== "use" : inDefs && value.startsWith("url(")) continue;
      element.setAttribute(name, ours(name, value));
    }
    for (const child of children) {
      const part = typeof child === "string" ? tag === "text" || tag === "title" ? child : null
        : shape(child, left, depth + 1, inDefs || tag === "defs");
      if (part !== null) element.append(part);
    }
    return element;
  }

  // --- the document --------------------------------------------------------------------------------------------

  const options = new URLSearchParams(location.search);
  const root = document.documentElement;
  const wishes = [options.get("lang"), ...navigator.languages].map((tag) => tag?.split("-")[0].toLowerCase());
  const lang = wishes.find((tag) => Object.hasOwn(WORDS, tag ?? "")) ?? "en";
  const readonly = options.has("readonly") && !["0", "false", "no"].includes(options.get("readonly"));
  const framed = window.parent !== window;
  root.lang = lang;
  if (["light", "dark"].includes(options.get("theme"))) root.dataset.theme = options.get("theme");

  const t = (key, values = {}) => WORDS[lang][key].replace(/{(\w+)}/g, (_, name) => values[name]);
  const text = (value, most = 400) => (typeof value === "string" ? value.slice(0, most) : "");
  const list = (value, most) => (Array.isArray(value) ? value.slice(0, most) : []);
  const object = (value) => (value && typeof value === "object" ? value : {});

  /** An element with attributes and children; texts become text, nothing else. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children.filter((child) => child !== null && child !== ""));
    return element;
  }

  // the reader's own rulebook: rules lead to where it has them
  const asked = options.get("rules") ?? "";
  const own = /^https:\/\/[^/{]+\/.*{section}/.test(asked) ? asked : "";
  const rules = (given) =>
    list(given, 12).map((rule) => {
      const href = own.replaceAll("{section}", encodeURIComponent(text(rule, 40)));
      return own ? make("a", { class: "rule", href, target: "_blank", rel: "noopener noreferrer" }, text(rule, 40))
        : make("span", { class: "rule" }, text(rule, 40));
    });

  function bar(thousandths) {
    const wide = Math.min(1000, Math.max(0, Math.round(Number(thousandths) || 0)));
    const rect = ["rect", { width: String(wide), height: "10", fill: "currentColor" }];
    const element = shape(["svg", { viewBox: "0 0 1000 10" }, rect], { count: 2 }, 0, false);
    element.setAttribute("preserveAspectRatio", "none");
    element.setAttribute("aria-hidden", "true");
    return element;
  }

  /** The lines of the arithmetic; those that only name numbers go with the line that they make up. */
  function folded(lines) {
    const depth = ({ depth }) => Math.min(5, Math.max(0, Math.floor(Number(depth)) || 0));
    const found = [];
    for (let i = 0; i < lines.length; i++) {
      const parts = [];
      for (const one of lines.slice(i + 1)) {
        if (depth(one) <= depth(lines[i])) break;
        parts.push(one);
      }
      const plain = parts.every((one) => depth(one) === depth(lines[i]) + 1 && !list(one.rules, 1).length) && parts.length < 4;
      found.push({ depth: depth(lines[i]), line: lines[i], parts: plain ? parts : [] });
      if (plain) i += parts.length;
    }
    return found;
  }

  /** Numbers and what they are multiplied by, in one line: "counters 2 × each 4". */
  const product = (lines) =>
    lines.map((one, i) => {
      const [, times, value] = /^(× )?(.*)$/s.exec(text(one.value, 40));
      return `${times ? " × " : i ? ", " : ""}${text(one.label)} ${value}`;
    }).join("");

  /** A board of many hexes: all of it at first; larger at a tap, and then its frame scrolls over it. */
  function inParts(picture, wide) {
    const map = make("div", { class: "map", tabindex: "0", role: "group", "aria-label": t("board") }, picture);
    let whole = 0; // pixels to a unit of the picture where all of it is in the frame
    let scale = 0;
    const zoom = (times) => {
      if (!scale) whole = scale = Math.min(...["width", "height"].map((side) =>
        picture.getBoundingClientRect()[side] / picture.viewBox.baseVal[side]));
      const [x, y] = [map.scrollLeft + map.clientWidth / 2, map.scrollTop + map.clientHeight / 2]
        .map((at, i) => at / (i ? map.scrollHeight : map.scrollWidth));
      scale = Math.max(whole, Math.min(NEAR, scale * times));
      map.classList.toggle("near", scale > whole);
      if (scale > whole) picture.setAttribute("width", Math.round(wide * scale));
      else {
        picture.removeAttribute("width");
        scale = 0; // the frame may have another width the next time
      }
      map.scrollTo(x * map.scrollWidth - map.clientWidth / 2, y * map.scrollHeight - map.clientHeight / 2);
    };
    map.addEventListener("pointermove", ({ pointerType, buttons, movementX, movementY }) => {
      if (pointerType === "mouse" && buttons === 1) map.scrollBy(-movementX, -movementY);
    });
    const controls = [["\u2212", t("farther"), 1 / STEP], ["+", t("nearer"), STEP]].map(([sign, said, times]) => {
      const control = button(sign, () => zoom(times));
      control.setAttribute("aria-label", said);
      return control;
    });
    return [map, make("p", { class: "zoom" }, ...controls)];
  }

  /** What a summary says, as elements; anything in it may be missing, or something else. */
  function told(summary) {
    const { title, game, bar: odds, prompt, note, hex } = summary;
    const says = { lang: text(summary.lang, 8) || "en", dir: "auto" };
    const picture = shape(summary.board, { count: MAX_ELEMENTS }, 0, false);
    const parts = [make("header", says, text(title) && make("h1", {}, text(title)), make("p", { class: "game" }, text(game)))];
    if (picture?.localName === "svg" && picture.hasAttribute("viewBox")) {
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", `${t("board")}: ${text(title) || text(game)}`);
      picture.setAttribute("aria-describedby", "words");
      const words = list(summary.words, MAX_HEXES).map((line) => make("li", {}, text(line)));
      const { width, height } = picture.viewBox.baseVal;
      const shown = Math.max(width, height) > WIDE ? inParts(picture, width) : [picture];
      parts.push(make("div", { class: "board" }, ...shown, make("ul", { id: "words", class: "hush", ...says }, ...words)));
    }
    const right = make("div", { class: "right" });
    const held = text(object(hex).percent, 40);
    if (text(odds)) {
      const takes = held && make("span", { lang }, `${t("takes")} `, make("b", {}, held));
      const [figures, ...chart] = text(odds).split(/(?= · )/); // by whose chart they are is said in smaller letters
      right.append(make("p", { class: "sum", ...says }, make("strong", {}, figures), ...chart, " ", takes));
    }
    if (text(prompt)) right.append(make("p", { class: "prompt", ...says }, text(prompt)));
    const problems = list(summary.problems, 30).map(object);
    if (problems.length) {
      const lines = problems.map((one) => make("li", {}, text(one.text), " ", ...rules(one.rules)));
      right.append(make("section", {}, make("h2", {}, t("problems")), make("ul", { class: "problems", ...says }, ...lines)));
    }
    const rows = list(summary.odds, 60).map(object);
    if (rows.length) {
      const head = make("tr", { class: "hush" }, make("th", { scope: "col" }, t("result")), make("th", { scope: "col" }, t("chance")));
      const lines = rows.map((one) =>
        make("tr", {}, make("th", { scope: "row", ...says }, text(one.title)), make("td", {}, text(one.percent, 40)),
          make("td", { class: "share" }, bar(one.thousandths))));
      right.append(make("table", {}, make("caption", {}, t("odds")), make("thead", {}, head), make("tbody", {}, ...lines)));
    }
    if (text(note)) right.append(make("p", { class: "note", ...says }, text(note)));
    const why = folded(list(summary.why, 200).map(object)).map(({ depth, line, parts }) =>
      make("li", { class: `depth${depth}` }, make("span", { class: "label" }, text(line.label), " ", ...rules(line.rules),
        parts.length ? make("small", {}, product(parts)) : ""),
        " ", make("span", { class: "value" }, text(line.value, 40))));
    const log = list(summary.log, 200).map(object).map((one) => make("li", {}, text(one.text), " ", ...rules(one.rules)));
    for (const [name, title, lines] of [["why", t("why"), why], ["log", t("log"), log]]) {
      if (lines.length) right.append(make("details", {}, make("summary", {}, title), make("ul", { class: name, ...says }, ...lines)));
    }
    return [...parts, right];
  }

  // --- the address ---------------------------------------------------------------------------------------------

  /** The bytes of a stream, unless they are too many. */
  async function bytes(stream) {
    const parts = [];
    let size = 0;
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts).arrayBuffer();
      size += value.length;
      if (size > MAX_UNPACKED) {
        reader.cancel();
        throw new Error("too large");
      }
      parts.push(value);
    }
  }

  /** The summary in a packed word; throws when it is damaged. */
  async function unpack(word) {
    const packed = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const plain = await bytes(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")));
    const found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
    if (!found || typeof found !== "object" || Array.isArray(found)) throw new Error("no summary");
    return found;
  }

  /** What the address holds: {record, summary, trouble}; without a record there is nothing to work out. */
  async function read(fragment) {
    if (!fragment) return { trouble: t("empty") };
    if (fragment.length > MAX_LINK) return { trouble: t("large", { n: fragment.length }) };
    const [, record, format, word] = /^(\d{1,4}\.[\w-]+)(?:\.(\d{1,4})\.([\w-]*))?/.exec(fragment) ?? [];
    if (!record) return { trouble: t("strange") };
    if (!format) return { record, trouble: t("without") };
    if (Number(format) > Number(FORMAT)) return { record, trouble: t("newer") };
    try {
      return { record, summary: await unpack(word) };
    } catch {
      return { record, trouble: t("damaged") };
    }
  }

  // --- working it out ------------------------------------------------------------------------------------------

  class Refused extends Error {}

  async function ask(request, onprogress) {
    const answer = JSON.parse(await window.hexEngine.call(JSON.stringify(request), onprogress));
    if (answer.ok) return answer.result;
    throw new Refused(answer.problems.map((one) => text(one.message) + (one.fix ? `: ${text(one.fix)}` : "")).join("; "));
  }

  /** The summary as the engine makes it now, under the policies and in the language of the one there was. */
  async function afresh(record, old, stopped, onprogress) {
    await import(new URL("./engine/client.js", document.baseURI).href); // a frame without an origin knows no relative ones
    if (stopped()) throw new Error("stopped");
    const battle = await ask({ op: "open", fragment: record });
    if (battle.game) battle.scenario.game = battle.game; // as text: objects here put keys that are numbers first
    const request = { op: "embed", ...battle };
    let made;
    try {
      made = await ask({ ...request, policies: old?.policies, objective: old?.objective, lang: old?.lang ?? lang }, onprogress);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      made = await ask(request, onprogress); // perhaps it was the policies; if not, it says so again
    }
    return unpack(made.fragment.split(".")[3]);
  }

  // an older link may say less than links do now
  const same = (old, fresh) => Object.keys(old).every((key) => key === "engine" || JSON.stringify(old[key]) === JSON.stringify(fresh[key]));
  const said = (summary) => [text(summary.bar, 80), text(object(summary.hex).percent, 40)].filter(Boolean).join(", ") || t("nothing");

  // --- the page ------------------------------------------------------------------------------------------------

  const battle = document.getElementById("battle");
  const foot = document.getElementById("foot");

  function show(summary) {
    battle.replaceChildren(...(summary ? told(summary) : []));
    document.title = text(summary?.title, 100) || "Hex Umpire";
  }

  /** The address of the whole page with the battle. */
  function page(record, ...wishes) {
    if (options.has("lang")) wishes.push(`lang=${lang}`);
    if (own) wishes.push(`rules=${encodeURIComponent(own)}`);
    return new URL(`./${wishes.length ? `?${wishes.join("&")}` : ""}#${record}`, document.baseURI).href;
  }

  /** Says what there is to say, and offers what can be done. */
  function offer(message, record, ...controls) {
    const had = foot.contains(document.activeElement);
    const status = make("p", { role: "status" }, message);
    foot.replaceChildren(status);
    if (record) {
      const link = make("a", { href: page(record), target: "_blank", rel: "noopener" }, t("open"));
      const field = make("input", { readonly: "", value: link.href, "aria-label": t("copy") });
      const copy = make("p", { class: "copy", hidden: "" }, t("copy"), field);
      link.addEventListener("click", () => {
        copy.hidden = window.origin !== "null"; // a sandbox may forbid new windows, and nobody is told
      });
      field.addEventListener("focus", () => field.select());
      foot.append(make("p", { class: "do" }, ...controls, link), copy);
    }
    if (had) foot.querySelector("button, a")?.focus({ preventScroll: true });
    report(); // a frame out of sight is told of no change of size
    return status;
  }

  function button(words, does) {
    const element = make("button", { type: "button" }, words);
    element.addEventListener("click", does);
    return element;
  }

  function fightHere(record) {
    const fight = framed && button(t("fight"), () => {
      report(HEIGHT_OF_PAGE);
      location.assign(page(record, "fight"));
    });
    return fight || "";
  }

  let turn = 0; // another address may come while the engine works

  async function work(found) {
    const { record, summary: old } = found;
    const mine = ++turn;
    let stopped = false;
    const stop = button(t("stop"), () => {
      stopped = true;
      window.hexEngine?.cancel();
    });
    const status = offer(t("working"), record, stop);
    const tell = (state, message, ...controls) => {
      if (mine !== turn) return;
      offer(message, record, ...controls);
      root.dataset.state = state;
    };
    try {
      const fresh = await afresh(record, old, () => stopped, (words) => (status.textContent = text(words)));
      const versions = { version: text(old?.engine, 40), mine: text(fresh.engine, 40), said: old ? said(old) : "" };
      const state = !old ? "done" : same(old, fresh) ? "agrees" : versions.version === versions.mine ? "wrong" : "other";
      if (mine === turn) show(fresh);
      tell(state, t(state, versions), fightHere(record));
    } catch (error) {
      const reason = String(error?.message ?? error);
      const again = button(t("again"), () => work(found));
      if (stopped) tell("stopped", t("stopped"), again);
      else if (error instanceof Refused) tell("refused", reason);
      else tell("failed", t("failed", { reason: reason.replace(/\.$/, "") }), again);
    }
  }

  async function open() {
    const mine = ++turn;
    const found = await read(location.hash.slice(1));
    if (mine !== turn) return;
    const { record, summary, trouble } = found;
    show(summary);
    const controls = record && !readonly ? [button(t("work"), () => work(found))] : [];
    offer(trouble ?? t("unsure", { version: text(summary.engine, 40) }), record, ...controls);
    root.dataset.state = trouble ? "trouble" : "link";
  }

  // --- its height, for the page around it ----------------------------------------------------------------------

  function report(height = Math.ceil(document.body.getBoundingClientRect().height)) {
    if (framed) window.parent.postMessage({ type: "hex-umpire:height", height }, "*");
  }

  addEventListener("hashchange", open);
  open().then(() => new ResizeObserver(() => report()).observe(document.body));
}
