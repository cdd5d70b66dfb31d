// Pyodide under Node.js with the whole standard library, and the engine's wheel installed in it by micropip: what the
// files for the browser are made from, and what the tests of the wheel run in.
import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "../../../node_modules/pyodide/pyodide.mjs";

const root = new URL("../../../", import.meta.url);
const bytes = async (path) => new Uint8Array(await readFile(path));

/** The paths of the wheels in a folder of .build/. */
async function wheels(folder) {
  const place = new URL(`.build/${folder}/`, root);
  const names = (await readdir(place)).filter((name) => name.endsWith(".whl")).sort();
  return names.map((name) => fileURLToPath(new URL(name, place)));
}

/** What Pyodide would ask its lock file for; it fetches no package of its own. */
export async function lockFileContents() {
  const lock = JSON.parse(await readFile(new URL("node_modules/pyodide/pyodide-lock.json", root)));
  return { info: lock.info, packages: {} };
}

/** Starts Pyodide and installs the wheel. */
export async function install(options = {}) {
  const pyodide = await loadPyodide({ lockFileContents: await lockFileContents(), ...options });
  unpack(pyodide, await Promise.all((await wheels("wheels/site")).map(bytes)));
  const [path] = await wheels("wheel");
  const wheel = `/tmp/${path.replaceAll("\\", "/").split("/").pop()}`;
  pyodide.FS.writeFile(wheel, await bytes(path));
  await pyodide.pyimport("micropip").install.callKwargs(`emfs:${wheel}`, { deps: false });
  pyodide.FS.unlink(wheel);
  return pyodide;
}

/** Puts wheels where Python finds packages, without micropip: for micropip itself. */
export function unpack(pyodide, wheels) {
  const extractDir = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const wheel of wheels) pyodide.unpackArchive(wheel, "wheel", { extractDir });
}
