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
  for (const bytes of packages) pyodide.unpackArchive(bytes, "wheel");
  await pyodide.pyimport("micropip").install.callKwargs(`emfs:${wheel}`, { deps: false });
  return { pyodide, version: config.version };
}
