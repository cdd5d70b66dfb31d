// The engine in a worker of its own. It says {loading: true, got, total} while its files come (bytes, unpacked, so far and
// in all; 0 while that is not known), {ready: true, version, how, why} when it is up, or {failed: message}, and answers
// {id, text} with {id, text}, after any number of {id, progress}; with {id, error, fatal} if the engine has a fault.
// All that it needs is asked for at once; a worker called "wait" asks for what is large when it is told {go: true}.
const root = new URL("../", import.meta.url);
const address = (path) => new URL(path, root).href;
const known = self.fetch.bind(self);
const LARGE = ["pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm", "engine/snapshot.bin.gz"];
const OFTEN = 100; // milliseconds between two words about the download
let got = 0;
let total = 0;
let saying = 0;
let loading = true;

const go = new Promise((resolve) => {
  if (self.name !== "wait") resolve();
  self.onmessage = resolve;
});

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
self.fetch = async (...wish) => {
  const response = await known(...wish);
  return loading && response.ok && PIECEMEAL.some((path) => response.url === address(path)) ? counted(response) : response;
};

// and would wait for ever for one that cannot be had, or is none
const { instantiateStreaming } = WebAssembly;
const broken = new Promise((resolve, reject) => {
  WebAssembly.instantiateStreaming = async (...wish) => {
    try {
      const found = await instantiateStreaming(...wish);
      if (PIECEMEAL !== LARGE) whole?.(LARGE[1]);
      return found;
    } catch (error) {
      reject(error);
      throw error;
    }
  };
});
broken.catch(() => {}); // reported where it is needed

async function ask(path) {
  const response = await self.fetch(address(path));
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  return response;
}

async function unzip(response) {
  const stream = (await response).body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

let whole; // counts a file that is not counted piece by piece

async function start() {
  const config = ask("engine/config.json").then((response) => response.json());
  const sizes = config.then(({ sizes }) => {
    total = LARGE.reduce((sum, path) => sum + sizes[path], 0);
    count(0);
    return sizes;
  });
  const snapshot = unzip(go.then(() => ask("engine/snapshot.bin.gz")));
  const program = go.then(() => import("../pyodide/pyodide.asm.mjs"));
  const asked = [import("./boot.mjs"), import("../pyodide/pyodide.mjs"), program];
  for (const promise of [config, sizes, snapshot, ...asked]) promise.catch(() => {}); // reported where it is needed
  whole = (path) => sizes.then((known) => count(known[path])).catch(() => {});
  program.then(() => whole(LARGE[0])).catch(() => {});
  const [{ boot }, { loadPyodide }, { default: createPyodideModule }] = await Promise.all(asked);
  const booted = boot({ loadPyodide, createPyodideModule, config, snapshot, address });
  const { pyodide, how, why } = await Promise.race([booted, broken]);
  const { handle } = pyodide.pyimport("hexumpire.api");
  loading = false;
  self.onmessage = ({ data: { id, text } }) => {
    if (!id) return; // the word to go
    try {
      self.postMessage({ id, text: handle(text, (progress) => self.postMessage({ id, progress })) });
    } catch (error) { // anything but a Python exception leaves Pyodide unusable
      self.postMessage({ id, error: String(error.message ?? error), fatal: error.name !== "PythonError" });
    }
  };
  self.postMessage({ ready: true, version: (await config).version, how, why });
}

start().catch((error) => {
  loading = false;
  self.postMessage({ failed: String(error.message ?? error) });
});
