// The engine in a worker of its own. It says {loading: true, got, total} while its files come (bytes, unpacked, so far and
// in all; 0 while that is not known), {ready: true, version, how, why} when it is up, or {failed: message}, and answers
// {id, text} with {id, text}, after any number of {id, progress}; with {id, error, fatal} if the engine has a fault.
// All that it needs to start is asked for at once; a worker called "wait" asks for what is large when it is told {go: true}.
// A ruleset or a language is a bundle of its own. It is asked for when a question needs it, or as soon as the worker is
// told {want: names}.
const root = new URL("../", import.meta.url);
const address = (path) => new URL(path, root).href;
const known = self.fetch.bind(self);
const LARGE = ["pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm", "engine/snapshot.bin.gz"];
const OFTEN = 100; // milliseconds between two words about the download
let got = 0;
let total = 0;
let saying = 0;
let loading = true;

let goes;
const go = new Promise((resolve) => (goes = resolve));
if (self.name !== "wait") goes();

let reply; // answers a question, when the engine is up
let turn = Promise.resolve(); // the answers are given in the order of the questions
self.onmessage = ({ data: { go, want, id, text } }) => {
  if (go) goes();
  if (want) prepare(want).catch(() => {}); // told when it is needed
  if (id) turn = turn.then(() => reply(id, text));
};

function count(bytes) {
  got += bytes;
  saying ||= setTimeout(() => {
    saying = 0;
    if (loading) self.postMessage({ loading, got, total });
  }, OFTEN);
}

/** The response, with what comes of it counted. */
function counted(response) {
  const counter = new TransformStream({
    transform(chunk, controller) {
      count(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
}

// Pyodide asks for its own program. Compiled, it is kept by the browser for the next start, but not once its bytes have been
// counted: they are only where the line is slow.
const PIECEMEAL = self.name === "wait" ? LARGE : LARGE.filter((path) => !path.endsWith(".wasm"));
let compiling = false; // or compiled
self.fetch = async (...wish) => {
  if (String(wish[0]) === program && compiling) return new Response();
  compiling ||= String(wish[0]) === program;
  const response = await known(...wish);
  return loading && response.ok && PIECEMEAL.some((path) => response.url === address(path)) ? counted(response) : response;
};

// It is compiled while the JavaScript beside it is still being read: Pyodide asks for it only after that, and is given what
// there is; it would wait for ever for one that cannot be had, or is none.
const program = address(LARGE[1]);
const compiled = go.then(() => WebAssembly.compileStreaming(self.fetch(program)));
compiled.catch(() => {}); // reported where it is needed
const broken = new Promise((resolve, reject) => {
  WebAssembly.instantiateStreaming = async (response, imports) => {
    try {
      const module = await compiled;
      const instance = await WebAssembly.instantiate(module, imports);
      if (PIECEMEAL !== LARGE) whole?.(LARGE[1]);
      return { module, instance };
    } catch (error) {
      reject(error);
      throw error;
    }
  };
});
broken.catch(() => {}); // reported where it is needed

async function ask(path, how) {
  const response = await self.fetch(address(path), how);
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  return response;
}

async function unzip(response) {
  const stream = (await response).body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const config = ask("engine/config.json").then((response) => response.json());
const bundles = new Map();
class NotHere extends Error {}

/** A promise of a bundle's bytes, which are asked for once, unless the browser's own copy is past use; none if it is damaged. */
function bundle(name, cache = "default") {
  const fetched = async () => {
    const [{ bundles: known }] = await Promise.all([config, go]);
    try {
      const packed = await (await ask(known[name].path, { cache })).arrayBuffer();
      return unzip(new Response(packed)).catch(() => new Uint8Array());
    } catch (error) {
      bundles.delete(name); // the next question tries again
      throw new NotHere(String(error.message ?? error));
    }
  };
  if (cache === "reload" || !bundles.has(name)) bundles.set(name, fetched());
  return bundles.get(name);
}

let up; // is given what loads a ruleset, when the engine is up
const running = new Promise((resolve) => (up = resolve));

/** Asks for bundles, as far as there are any of those names, and lets the engine load the rulesets among them. */
async function prepare(names) {
  const { bundles: known } = await config;
  const found = names.filter((name) => Object.hasOwn(known, name));
  await Promise.all(found.map((name) => bundle(name)));
  const load = await running;
  for (const ruleset of found.filter((name) => !name.includes("."))) {
    turn = turn.then(() => load(ruleset)).catch(() => {});
  }
}

let whole; // counts a file that is not counted piece by piece

async function start() {
  const sizes = config.then(({ sizes }) => {
    total = LARGE.reduce((sum, path) => sum + sizes[path], 0);
    count(0);
    return sizes;
  });
  const snapshot = unzip(go.then(() => ask("engine/snapshot.bin.gz")));
  const beside = go.then(() => import("../pyodide/pyodide.asm.mjs"));
  const asked = [import("./boot.mjs"), import("../pyodide/pyodide.mjs"), beside];
  for (const promise of [config, sizes, snapshot, ...asked]) promise.catch(() => {}); // reported where it is needed
  whole = (path) => sizes.then((known) => count(known[path])).catch(() => {});
  beside.then(() => whole(LARGE[0])).catch(() => {});
  const [{ asking, boot }, { loadPyodide }, { default: createPyodideModule }] = await Promise.all(asked);
  const booted = boot({ loadPyodide, createPyodideModule, config, snapshot, address });
  const { pyodide, how, why } = await Promise.race([booted, broken]);
  const { ask: handle, load } = asking(pyodide, await config, bundle);
  loading = false;
  reply = async (id, text) => {
    try {
      self.postMessage({ id, text: await handle(text, (progress) => self.postMessage({ id, progress })) });
    } catch (error) { // what cannot be had now, or a Python exception; anything else leaves the engine unusable
      const fatal = !(error instanceof NotHere) && error.name !== "PythonError";
      self.postMessage({ id, error: String(error.message ?? error), fatal });
    }
  };
  const { version, stamp } = await config;
  self.postMessage({ ready: true, version, stamp, how, why });
  up(load);
}

start().catch((error) => {
  loading = false;
  self.postMessage({ failed: String(error.message ?? error) });
});
