// A board whose hexes would be smaller than a finger, were all of it fitted into its frame, is shown larger, and the
// frame scrolls over it as the browser scrolls anything. What is here is how large it is, and which part is shown first.
// Any other board is as wide as the page makes it, and nothing here touches it.
const HEX = 100 * Math.sqrt(3); // width of a hex in the units of the picture
const FINGER = 44; // pixels that a hex is wide at least, or the board counts as large
const USUAL = 72; // its width when a large board is opened, or where there is room
const ACROSS = 7; // so many of them beside each other
const MOST = 160;
const STEP = 1.4; // of a button or a key
const REST = 150; // milliseconds after the last turn of a wheel
const FAR = 8; // pixels from which on the hand with a mouse pulls the board

const board = document.getElementById("board");
const map = document.getElementById("map");
const zoom = document.getElementById("zoom");
const sizes = new CSSStyleSheet(); // of the large board: no element has a style of its own
document.adoptedStyleSheets.push(sizes);
let scale = 0; // pixels to a unit of the picture; 0 for a board that fits
let least = 0; // the scale at which all of it is in view
let seen = ""; // the part of the plane that the picture shows
let active = "";

const picture = () => map.firstElementChild;
const box = () => picture().viewBox.baseVal;
const part = () => ["x", "y", "width", "height"].map((name) => box()[name]).join(" ");
const within = (low, value, high) => Math.max(low, Math.min(high, value));

// --- how large --------------------------------------------------------------------------------------------------

const usual = () => within(USUAL, map.clientWidth / ACROSS, MOST) / HEX;

const apply = () => {
  const { width, height } = box();
  sizes.replaceSync(`#board { --wide: ${width * scale}px; --high: ${Math.ceil(height * usual())}px; }`);
  for (const [name, end] of [["in", MOST / HEX], ["out", least]]) {
    zoom.querySelector(`[data-zoom=${name}]`).setAttribute("aria-disabled", Math.abs(scale - end) < 1e-6);
  }
};

/** The board at another scale, with the place of the picture that lies under one point of the window under another. */
const rescale = (to, from, under = from) => {
  const before = picture().getBoundingClientRect();
  const [x, y] = [(from.x - before.left) / before.width, (from.y - before.top) / before.height];
  scale = within(least, to, MOST / HEX);
  apply();
  const after = picture().getBoundingClientRect();
  map.scrollBy(after.left + x * after.width - under.x, after.top + y * after.height - under.y);
};

const middle = () => {
  const frame = map.getBoundingClientRect();
  return { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
};

const centre = (there) => {
  const here = middle();
  map.scrollBy(there.left + there.width / 2 - here.x, there.top + there.height / 2 - here.y);
};

/** Bring something on the board into view, with a little around it, as far as need be. */
const show = (element) => {
  const [frame, there] = [map.getBoundingClientRect(), element.getBoundingClientRect()];
  const margin = Math.min(there.width / 2, frame.width / 6, frame.height / 6);
  const by = (low, high, from, to) => (from - margin < low ? from - margin - low : Math.max(0, to + margin - high));
  map.scrollBy(by(frame.left, frame.right, there.left, there.right), by(frame.top, frame.bottom, there.top, there.bottom));
};

/** Whether the board is larger than its frame, after it or the window has changed. */
const measure = () => {
  if (picture()?.localName !== "svg" || !map.clientWidth) return;
  const { x, y, width, height } = box();
  const { scrollLeft, scrollTop } = map;
  board.classList.remove("large");
  const fits = Math.min(map.clientWidth / width, parseFloat(getComputedStyle(picture()).maxHeight) / height);
  const large = fits * HEX < FINGER;
  board.classList.toggle("large", large);
  zoom.hidden = !large;
  const [was, old] = [scale, seen.split(" ")];
  seen = part();
  if (!large) {
    scale = 0;
    return;
  }
  scale ||= usual();
  apply();
  least = Math.min(map.clientWidth / width, (map.clientHeight - parseFloat(getComputedStyle(map).paddingBottom)) / height);
  scale = within(least, scale, MOST / HEX);
  apply();
  const about = map.querySelector(".hu-selected, .hu-target");
  if (was) map.scrollTo(scrollLeft + (old[0] - x) * scale, scrollTop + (old[1] - y) * scale);
  else centre((about ?? picture()).getBoundingClientRect());
  if (was && about && old.join(" ") !== seen) show(about);
};

// what the page's Python has drawn anew
new MutationObserver(() => {
  const now = picture();
  if (!now) return;
  const name = now.getAttribute("aria-activedescendant");
  if (part() !== seen) measure();
  else if (scale && name !== active) show(document.getElementById(name));
  active = name;
}).observe(map, { childList: true, subtree: true, attributeFilter: ["viewBox", "aria-activedescendant"] });
// in the next frame: what changes the size of the board while that is told is an error to the browser
new ResizeObserver(() => requestAnimationFrame(measure)).observe(board);
measure();

/** Bring what may be chosen into view, where nothing of it is; else what is attacked. */
window.hexShow = () => {
  const frame = map.getBoundingClientRect();
  const inside = (a) => a.left >= frame.left && a.right <= frame.right && a.top >= frame.top && a.bottom <= frame.bottom;
  const places = (css) => (scale ? [...map.querySelectorAll(css)].map((it) => it.getBoundingClientRect()) : []);
  const now = document.querySelector(".attack.now")?.dataset.at;
  let found = places(".hu-legal, .hu-choice");
  if (!found.length) found = places(now ? `[data-hex="${now}"]` : ".hu-target");
  if (!found.length || found.some(inside)) return;
  const [left, top] = ["left", "top"].map((edge) => Math.min(...found.map((it) => it[edge])));
  const [right, bottom] = ["right", "bottom"].map((edge) => Math.max(...found.map((it) => it[edge])));
  const all = { left, top, width: right - left, height: bottom - top };
  centre(all.width < frame.width && all.height < frame.height ? all : found[0]);
};

// Where an option of the list leads to is marked, and in view, while the option has the focus.
addEventListener("focusin", ({ target }) => {
  for (const old of map.querySelectorAll(".hu-drop")) old.classList.remove("hu-drop");
  const hex = scale && target.dataset.at && map.querySelector(`[data-hex="${CSS.escape(target.dataset.at)}"]`);
  if (!hex) return;
  hex.classList.add("hu-drop");
  show(hex);
});

// --- fingers, wheel, keys and buttons ---------------------------------------------------------------------------

// While fingers or a wheel zoom, the picture is only stretched, which costs no drawing; it is drawn when they are done.
let pull = null; // {from, start, rect, to, under}: the point where it began, the scale then, the picture then, and now

const stretch = (from, to, under = from) => {
  const { style } = picture();
  if (!pull) {
    pull = { from, start: scale, rect: picture().getBoundingClientRect() };
    style.willChange = "transform";
    style.transformOrigin = "0 0";
  }
  Object.assign(pull, { to: within(least, to, MOST / HEX), under });
  const times = pull.to / pull.start;
  const { rect } = pull;
  const shift = ["x", "y"].map((axis, i) => {
    const corner = [rect.left, rect.top][i];
    return pull.under[axis] - corner - (pull.from[axis] - corner) * times;
  });
  style.transform = `translate(${shift[0]}px, ${shift[1]}px) scale(${times})`;
};

const settle = () => {
  if (!pull) return;
  const { from, to, under } = pull;
  pull = null;
  for (const name of ["willChange", "transformOrigin", "transform"]) picture().style[name] = "";
  rescale(to, from, under);
};

let fingers = null; // how far apart they were, and the scale
const between = ([a, b]) => ({
  apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
  at: { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 },
});
map.addEventListener("touchstart", ({ touches }) => {
  if (!scale || touches.length !== 2) return;
  const { apart, at } = between(touches);
  fingers = { apart, at, scale };
});
map.addEventListener("touchmove", (event) => {
  if (!fingers || event.touches.length !== 2) return;
  if (event.cancelable) event.preventDefault();
  const { apart, at } = between(event.touches);
  stretch(fingers.at, (fingers.scale * apart) / fingers.apart, at);
}, { passive: false });
for (const kind of ["touchend", "touchcancel"]) {
  map.addEventListener(kind, () => {
    if (fingers) settle();
    fingers = null;
  });
}

let turned = 0;
map.addEventListener("wheel", (event) => {
  if (!scale || !event.ctrlKey) return;
  event.preventDefault(); // it would zoom the page
  const point = { x: event.clientX, y: event.clientY };
  if (pull && Math.hypot(point.x - pull.from.x, point.y - pull.from.y) > FAR) settle();
  const by = 2 ** (-within(-60, event.deltaY * (event.deltaMode ? 20 : 1), 60) / 90);
  stretch(pull?.from ?? point, (pull?.to ?? scale) * by);
  clearTimeout(turned);
  turned = setTimeout(settle, REST);
}, { passive: false });

const press = (name) => {
  settle();
  rescale(name === "whole" ? least : scale * (name === "in" ? STEP : 1 / STEP), middle());
};
zoom.addEventListener("click", ({ target }) => {
  const name = target.closest("[data-zoom]")?.dataset.zoom;
  if (name) press(name);
});
const KEYS = { "+": "in", "=": "in", "-": "out", "0": "whole" };
map.addEventListener("keydown", (event) => {
  if (!scale || !KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  press(KEYS[event.key]);
});

// a mouse pulls the board; in a set-up, a counter that it takes hold of is moved (drag.mjs)
let hand = null;
let swallow = false;
map.addEventListener("pointerdown", (event) => {
  if (!scale || event.pointerType !== "mouse" || event.button) return;
  if (document.documentElement.dataset.screen === "setup" && event.target.closest("[data-unit]")) return;
  hand = { x: event.clientX, y: event.clientY, left: map.scrollLeft, top: map.scrollTop, moved: false };
});
addEventListener("pointermove", (event) => {
  if (!hand) return;
  const [x, y] = [event.clientX - hand.x, event.clientY - hand.y];
  hand.moved ||= Math.hypot(x, y) > FAR;
  if (hand.moved) map.scrollTo(hand.left - x, hand.top - y);
});
addEventListener("pointerup", () => {
  swallow = hand?.moved; // the click that comes of it is no tap on what lies there
  hand = null;
  setTimeout(() => {
    swallow = false;
  }, 50);
});
addEventListener("click", (event) => {
  if (swallow && event.isTrusted) event.stopPropagation();
}, { capture: true });
