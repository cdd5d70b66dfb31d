// The engine in a worker of its own. It says {ready: true, version, how, why} when it is up, or {failed: message}, and
// answers {id, text} with {id, text}, after any number of {id, progress}; with {id, error, fatal} if the engine has a
// fault. All that it needs is asked for at once.
const root = new URL("../", import.meta.url);
const address = (path) => new URL(path, root).href;

async function ask(path) {
  const response = await fetch(address(path));
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  return response;
}

async function unzip(response) {
  const stream = (await response).body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

try {
  const config = ask("engine/config.json").then((response) => response.json());
  const snapshot = unzip(ask("engine/snapshot.bin.gz"));
  const asked = [import("./boot.mjs"), import("../pyodide/pyodide.mjs"), import("../pyodide/pyodide.asm.mjs")];
  for (const promise of [config, snapshot, ...asked]) promise.catch(() => {}); // reported where it is needed
  const [{ boot }, { loadPyodide }, { default: createPyodideModule }] = await Promise.all(asked);
  const { pyodide, how, why } = await boot({ loadPyodide, createPyodideModule, config, snapshot, address });
  const { handle } = pyodide.pyimport("hexumpire.api");
  self.onmessage = ({ data: { id, text } }) => {
    try {
      self.postMessage({ id, text: handle(text, (progress) => self.postMessage({ id, progress })) });
    } catch (error) { // anything but a Python exception leaves Pyodide unusable
      self.postMessage({ id, error: String(error.message ?? error), fatal: error.name !== "PythonError" });
    }
  };
  self.postMessage({ ready: true, version: (await config).version, how, why });
} catch (error) {
  self.postMessage({ failed: String(error.message ?? error) });
}
