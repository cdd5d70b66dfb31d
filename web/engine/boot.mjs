// Loads Pyodide and installs the engine's wheel in it. The page's worker and the tests under Node share this.
import { loadPyodide } from "../pyodide/pyodide.mjs";

/**
 * @param {(path: string) => Promise<Uint8Array>} read reads a file of the site, named from the site's root
 * @param {object} options for loadPyodide
 * @returns the running Pyodide, with `hexumpire` installed
 */
export async function boot(read, options = {}) {
  const config = JSON.parse(new TextDecoder().decode(await read("engine/config.json")));
  const wheel = `/tmp/${config.wheel.split("/").pop()}`;
  const files = Promise.all([...config.packages, config.wheel].map(read)); // while Pyodide loads
  files.catch(() => {}); // reported below
  const pyodide = await loadPyodide({ lockFileContents: config.lock, ...options });
  const packages = await files;
  pyodide.FS.writeFile(wheel, packages.pop());
  unpack(pyodide, packages);
  await pyodide.pyimport("micropip").install.callKwargs(`emfs:${wheel}`, { deps: false });
  return { pyodide, version: config.version };
}

/** Puts wheels where Python finds packages, without micropip: for micropip itself. */
export function unpack(pyodide, wheels) {
  const extractDir = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const bytes of wheels) pyodide.unpackArchive(bytes, "wheel", { extractDir });
}
