// Counters dragged over the board with a finger or a mouse. What comes of it is said to the page as a press of a control,
// as everything is: data-do="drop" with the counter and the hex, or data-do="add" with a counter of the palette.
const FAR = 8; // pixels from which on a touch is a drag
const EDGE = 44; // pixels from the edge of a large board's frame, where what is dragged has the frame scroll
const PACE = 0.3; // pixels that it scrolls in a frame of the screen, for each pixel nearer to the edge
const map = document.getElementById("map");
let drag = null;
let swallow = false;

const hexAt = ({ clientX, clientY }) =>
  document.elementsFromPoint(clientX, clientY).map((element) => element.closest("#board [data-hex]")).find(Boolean);

const press = (data) => {
  const control = Object.assign(document.createElement("button"), { hidden: true });
  Object.assign(control.dataset, data);
  document.body.append(control);
  control.click();
  control.remove();
};

const mark = (hex) => {
  for (const old of document.querySelectorAll(".hu-drop")) if (old !== hex) old.classList.remove("hu-drop");
  hex?.classList.add("hu-drop");
};

const end = () => {
  mark(null);
  drag?.ghost?.remove();
  drag = null;
};

// a picture of what is dragged, under the finger
const lift = () => {
  const { from } = drag;
  const box = from.getBoundingClientRect();
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const picture = from.cloneNode(true);
  picture.removeAttribute("id");
  picture.removeAttribute("transform");
  ghost.setAttribute("viewBox", "-60 -60 120 120");
  ghost.setAttribute("class", "lifted");
  ghost.setAttribute("aria-hidden", "true");
  const size = Math.max(56, box.width * 1.2);
  ghost.setAttribute("width", size);
  ghost.setAttribute("height", size);
  ghost.append(picture);
  document.body.append(ghost);
  Object.assign(drag, { ghost, size });
};

// how far beyond the margin of the frame a finger is, of one axis
const beyond = (at, low, high) => {
  const room = Math.min(EDGE, (high - low) / 4);
  return Math.max(-room, Math.min(0, at - low - room)) + Math.min(room, Math.max(0, at - high + room));
};

// while a counter is held at the edge of a board that is larger than its frame, the frame goes on over the board
const follow = () => {
  if (!drag?.ghost) return;
  const { clientX: x, clientY: y } = drag.at;
  const { left, right, top, bottom } = map.getBoundingClientRect();
  if (x >= left && x <= right && y >= top && y <= bottom) {
    map.scrollBy(PACE * beyond(x, left, right), PACE * beyond(y, top, bottom));
    mark(hexAt(drag.at));
  }
  requestAnimationFrame(follow);
};

addEventListener("click", (event) => {
  if (swallow && event.isTrusted) event.stopPropagation();
}, { capture: true });

addEventListener("pointerdown", (event) => {
  swallow = false;
  if (drag || !event.isPrimary || event.button || document.documentElement.dataset.screen !== "setup") return;
  const unit = event.target.closest("#board [data-unit]");
  const stamp = event.pointerType === "mouse" && event.target.closest(".stamp");
  if (unit) {
    const here = unit.closest("[data-hex]")?.dataset.hex;
    drag = { from: unit, here, data: (hex) => ({ do: "drop", a: unit.dataset.unit, b: hex }) };
  } else if (stamp) {
    drag = { from: stamp.querySelector(".counter g"), data: (hex) => ({ do: "add", a: stamp.dataset.a, b: hex, c: stamp.dataset.c }) };
  } else return;
  Object.assign(drag, { pointer: event.pointerId, x: event.clientX, y: event.clientY });
});

addEventListener("pointermove", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    lift();
    requestAnimationFrame(follow);
  }
  drag.at = event;
  const { ghost, size } = drag;
  ghost.style.transform = `translate(${event.clientX - size / 2}px, ${event.clientY - size / 2}px)`;
  mark(hexAt(event));
});

addEventListener("pointerup", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  const { ghost, here, data } = drag;
  const hex = ghost && hexAt(event)?.dataset.hex;
  end();
  if (!ghost) return;
  swallow = true; // the click that comes of it is no tap on what lies there
  setTimeout(() => {
    swallow = false;
  }, 50);
  if (hex && hex !== here) press(data(hex));
});

addEventListener("pointercancel", end);
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !drag?.ghost) return;
  event.stopPropagation();
  end();
}, { capture: true });
// a finger that drags does not scroll
document.getElementById("board").addEventListener("touchmove", (event) => {
  if (drag) event.preventDefault();
}, { passive: false });
