// Shows the battle in the address at once, from the summary that the link carries (docs/embedding.md, and
// pycore/hexumpire/files/embedding.py, have its format), or asks its lesson; what a tap starts is play/umpire.mjs.
//
// Whatever stands in the address may come from anybody. It is measured before it is read, every text goes into the
// document as text, and the picture is made element by element, of those known here, with attributes of known form.
// A classic script: unlike a module it starts in a frame without an origin whatever headers the host sends.
{
  const WORDS = {
    en: {
      takes: "takes the hex",
      every: "takes every hex",
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
      failed: "The umpire could not start here: {reason}. Open the battle on its own page instead.",
      again: "Try again",
      play: "Play",
      open: "Open in Hex Umpire",
      copy: "If nothing opened, copy this address:",
      empty: "There is no battle in this address: copy it anew from where it was shared.",
      strange: "This is not a link of Hex Umpire: copy it anew from where it was shared.",
      large: "This link is too long to be a battle ({n} characters): copy it anew from where it was shared.",
      without: "This link carries no summary.",
      damaged: "The summary in this link is damaged: the battle itself can still be worked out.",
      newer: "The summary in this link is from a newer version: the battle itself can still be worked out.",
      ask: "Show the question",
      first: "Answer first: the umpire says whether it is right, and why.",
      lesson: "lesson={asked}: there is no such lesson; it may be {known}. The battle is shown without one.",
      still: "lesson={asked}: with readonly nothing can be chosen; take one of the two out of the address.",
      theme: "theme={asked}: it may be light or dark.",
      rules: "rules={asked}: it has to begin with https:// and hold {section}, encoded as an address wants it. Rule numbers lead nowhere.",
    },
    de: {
      takes: "nimmt das Feld",
      every: "nimmt alle Felder",
      odds: "Was dabei herauskommt",
      result: "Ergebnis",
      chance: "Chance",
      why: "Warum",
      log: "Protokoll",
      problems: "Die Regeln verbieten diesen Kampf",
      board: "Karte",
      nearer: "Karte größer",
      farther: "Karte kleiner",
      unsure: "Laut Link, von Fassung {version}.",
      work: "Neu ausrechnen",
      working: "Der Schiedsrichter rechnet …",
      failed: "Der Schiedsrichter konnte hier nicht antreten: {reason}. Bitte das Gefecht auf seiner eigenen Seite öffnen.",
      again: "Noch einmal versuchen",
      play: "Spielen",
      open: "In Hex Umpire öffnen",
      copy: "Wenn sich nichts geöffnet hat, diese Adresse kopieren:",
      empty: "In dieser Adresse steht kein Gefecht: Bitte dort neu kopieren, wo es geteilt wurde.",
      strange: "Das ist kein Link von Hex Umpire: Bitte dort neu kopieren, wo er geteilt wurde.",
      large: "Dieser Link ist zu lang für ein Gefecht ({n} Zeichen): Bitte dort neu kopieren, wo er geteilt wurde.",
      without: "Dieser Link enthält keine Zusammenfassung.",
      damaged: "Die Zusammenfassung in diesem Link ist beschädigt: Das Gefecht selbst lässt sich noch ausrechnen.",
      newer: "Die Zusammenfassung in diesem Link stammt von einer neueren Fassung: Das Gefecht selbst lässt sich noch ausrechnen.",
      ask: "Frage zeigen",
      first: "Zuerst antworten: Der Schiedsrichter sagt, ob es stimmt, und warum.",
      lesson: "lesson={asked}: Diese Lektion gibt es nicht; möglich: {known}. Das Gefecht wird ohne Lektion gezeigt.",
      still: "lesson={asked}: Mit readonly lässt sich nichts wählen; eines von beiden aus der Adresse nehmen.",
      theme: "theme={asked}: möglich sind light und dark.",
      rules: "rules={asked}: Es muss mit https:// beginnen und {section} enthalten, für Adressen verschlüsselt. Regelnummern führen nirgendwohin.",
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
  const LESSONS = ["column", "result", "forgotten", "loss", "retreat"];

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
  root.lang = lang;
  const theme = options.get("theme") ?? "";
  const known = ["light", "dark"].includes(theme);
  if (known) root.dataset.theme = theme;

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
  const rules = ({ rules, printed = rules }) =>
    list(printed, 12).map((rule) => {
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

  /** What a summary says, as elements; anything in it may be missing, or something else. A question stands for the answer. */
  function told(summary, question) {
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
    if (question) return [...parts, question];
    const right = make("div", { class: "right" });
    const held = text(object(hex).percent, 40);
    if (text(odds)) {
      const takes = held && make("span", { lang }, `${summary.every === true ? t("every") : t("takes")} `, make("b", {}, held));
      const [figures, ...chart] = text(odds).split(/(?= · \D)/); // by whose chart they are is said in smaller letters
      right.append(make("p", { class: "sum", ...says }, make("strong", {}, figures), ...chart, " ", takes));
    }
    if (text(prompt)) right.append(make("p", { class: "prompt", ...says }, text(prompt)));
    const problems = list(summary.problems, 30).map(object);
    if (problems.length) {
      const lines = problems.map((one) => make("li", {}, text(one.text), " ", ...rules(one)));
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
      make("li", { class: `depth${depth}` }, make("span", { class: "label" }, text(line.label), " ", ...rules(line),
        parts.length ? make("small", {}, product(parts)) : ""),
        " ", make("span", { class: "value" }, text(line.value, 40))));
    const log = list(summary.log, 200).map(object).map((one) => make("li", {}, text(one.text), " ", ...rules(one)));
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
    // as letters and messengers hand it on: %2E for a dot, quotation marks around it, another address before it
    const plain = fragment.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)));
    const [, record, format, word] = /(?:^|#)\W*(\d{1,4}\.[\w-]+)(?:\.(\d{1,4})\.([\w-]*))?/.exec(plain) ?? [];
    if (!record) return { trouble: t("strange") };
    if (!format) return { record, trouble: t("without") };
    if (Number(format) > Number(FORMAT)) return { record, trouble: t("newer") };
    try {
      return { record, summary: await unpack(word) };
    } catch {
      return { record, trouble: t("damaged") };
    }
  }

  // --- the page ------------------------------------------------------------------------------------------------

  const battle = document.getElementById("battle");
  const foot = document.getElementById("foot");

  function show(summary, question) {
    battle.replaceChildren(...(summary ? told(summary, question) : question ? [question] : []));
    document.title = text(summary?.title, 100) || "Hex Umpire";
  }

  /** The address of the whole page with the battle. */
  function page(record, ...wishes) {
    if (options.has("lang")) wishes.push(`lang=${lang}`);
    if (own) wishes.push(`rules=${encodeURIComponent(own)}`);
    return new URL(`./${wishes.length ? `?${wishes.join("&")}` : ""}#${record}`, document.baseURI).href;
  }

  /** Says what there is to say, and offers what can be done, here and at an address. */
  function offer(message, href, ...controls) {
    const had = foot.contains(document.activeElement);
    const status = make("p", { role: "status" }, message);
    foot.replaceChildren(...(message ? [status] : []));
    if (href) {
      const link = make("a", { href, target: "_blank", rel: "noopener" }, t("open"));
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

  function button(words, does, kind = "") {
    const element = make("button", { type: "button", ...(kind && { class: kind }) }, words);
    element.addEventListener("click", does);
    return element;
  }

  let turn = 0; // another address may come while the engine works

  /** Goes on with what needs the engine: play/umpire.mjs has `work`, `play` and `learn`. */
  async function start(name, found, ...more) {
    const mine = ++turn;
    const alive = () => mine === turn;
    const kit = { alive, asking, battle, button, failed, lang, list, make, object, offer, page, root, rules, show, start, t, text, unpack };
    const again = () => start(name, found, ...more);
    offer(t("working"), page(found.record));
    try {
      const umpire = await import(new URL("./play/umpire.mjs", document.baseURI).href); // a frame without an origin knows no relative ones
      await umpire[name](kit, found, ...more);
    } catch (error) {
      if (alive()) failed(error, found, again);
    }
  }

  function failed(error, found, again) {
    const reason = String(error?.message ?? error).replace(/\.$/, "");
    offer(t("failed", { reason }), page(found.record), button(t("again"), again));
    root.dataset.state = "failed";
  }

  /** A question of a lesson, and the buttons to answer it. */
  function asking({ prompt, choices, lang: spoken }, answer) {
    const says = { lang: text(spoken, 8) || "en", dir: "auto" };
    const buttons = list(choices, 9).map((one) => button(text(object(one).title, 200), () => answer(text(object(one).title, 200)), "choice"));
    for (const one of buttons) one.lang = says.lang;
    return make("section", { class: "right lesson" }, make("h2", says, text(prompt)), make("p", { class: "choices" }, ...buttons));
  }

  async function open() {
    const mine = ++turn;
    const found = await read(location.hash.slice(1));
    if (mine !== turn) return;
    const { record, summary, trouble } = found;
    const key = options.get("lesson");
    const bad = key !== null && (LESSONS.includes(key) ? readonly && "still" : "lesson");
    const lesson = key !== null && !bad && record;
    const given = object(summary?.lesson);
    const ready = lesson && given.key === key; // else the engine makes the question
    const answer = (title) => start("learn", found, key, title);
    show(summary, lesson && (ready ? asking({ ...given, lang: summary.lang }, answer) : make("div")));
    const controls = !record || readonly || ready ? []
      : lesson ? [button(t("ask"), () => answer())]
      : [list(summary?.problems, 1).length ? "" : button(t("play"), () => start("play", found)),
        button(t("work"), () => start("work", found), "second")];
    const wrong = bad && t(bad, { asked: text(key, 40), known: LESSONS.join(", ") });
    const unled = asked && !own && t("rules", { asked: text(asked, 40), section: "{section}" });
    const unlit = theme && !known && t("theme", { asked: text(theme, 40) });
    const said = trouble ?? (wrong || t(lesson ? "first" : "unsure", { version: text(summary.engine, 40) || "?" }));
    offer([said, trouble && record && wrong, record && unled, record && unlit].filter(Boolean).join(" "), record && page(record), ...controls);
    root.dataset.state = trouble ? "trouble" : lesson ? "lesson" : "link";
  }

  // --- its height, for the page around it ----------------------------------------------------------------------

  function report() {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (window.parent !== window) window.parent.postMessage({ type: "hex-umpire:height", height }, "*");
  }

  addEventListener("hashchange", open);
  open().then(() => new ResizeObserver(report).observe(document.body));
}
