// The engine in a worker of its own. It says {ready: true, version} when it is up, or {failed: message}, and answers
// {id, text} with {id, text}, after any number of {id, progress}; with {id, error, fatal} if the engine has a fault.
const root = new URL("../", import.meta.url);

async function read(path) {
  const response = await fetch(new URL(path, root));
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

try {
  const { boot } = await import("./boot.mjs");
  const { pyodide, version } = await boot(read);
  const { handle } = pyodide.pyimport("hexumpire.api");
  self.onmessage = ({ data: { id, text } }) => {
    try {
      self.postMessage({ id, text: handle(text, (progress) => self.postMessage({ id, progress })) });
    } catch (error) { // anything but a Python exception leaves Pyodide unusable
      self.postMessage({ id, error: String(error.message ?? error), fatal: error.name !== "PythonError" });
    }
  };
  self.postMessage({ ready: true, version });
} catch (error) {
  self.postMessage({ failed: String(error.message ?? error) });
}
