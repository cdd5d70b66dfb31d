// Copies Pyodide without what the engine cannot use, so that less of it comes and is read at each start:
//
//   node trim.mjs FOLDER
//     pyodide.mjs        as it is
//     pyodide.asm.mjs    without the JavaScript beneath C libraries for sound, pictures and graphics, which no part of
//                        Python's own library calls, and without names for functions of Python that only extension
//                        modules in C ask for by name; the engine has none of those
//     pyodide.asm.wasm   without the exports of those names, and without functions that nothing calls any more
//
// What is left out is found, not listed: the program's imports tell what JavaScript it calls, and the JavaScript that
// is left tells which exports of the program it names. Anything that is named anywhere stays. The build fails where a
// place is not found that it looks for, as it may be in another version of Pyodide.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import binaryen from "binaryen";
import { minify } from "terser";

const NOWHERE = -2; // a function's address that is none: calling it is an error of WebAssembly's
const WORD = "[A-Za-z_$][\\w$]*";
const [folder] = process.argv.slice(2);
const from = new URL("../../../node_modules/pyodide/", import.meta.url);
const out = pathToFileURL(resolve(folder) + "/");
const wasm = new Uint8Array(await readFile(new URL("pyodide.asm.wasm", from)));
const loader = await readFile(new URL("pyodide.mjs", from), "utf8");
const script = await readFile(new URL("pyodide.asm.mjs", from), "utf8");
const [maker, ours] = await Promise.all(["make.mjs", "../boot.mjs"].map((path) => readFile(new URL(path, import.meta.url), "utf8")));
const compiled = await WebAssembly.compile(wasm);
const imports = WebAssembly.Module.imports(compiled);
const exported = WebAssembly.Module.exports(compiled);

/** The text with what lies between two marks replaced. */
function between(text, start, end, made) {
  const at = text.indexOf(start);
  const stop = text.indexOf(end, at + start.length);
  if (at < 0 || stop < 0) throw new Error(`pyodide.asm.mjs has no ${start}`);
  return text.slice(0, at + start.length) + made(text.slice(at + start.length, stop)) + text.slice(stop);
}

const TABLE = ["var wasmImports={", "};"];
const NAMES = ["function assignWasmExports(wasmExports){", "}"];

/** Only those entries of the table of functions that the program calls; of those it has but the address of, an address. */
function called(table) {
  const wanted = new Set(imports.filter(({ module }) => module !== "GOT.func").map(({ name }) => name));
  const kept = table.split(",").filter((entry) => wanted.has(entry.split(":")[0].replaceAll('"', "")));
  if (kept.length !== wanted.size) throw new Error(`pyodide.asm.mjs has ${kept.length} of the ${wanted.size} functions that are called`);
  const known = new Set(imports.filter(({ module, name }) => module === "GOT.func" && !wanted.has(name)).map(({ name }) => name));
  return [...kept, ...[...known].map((name) => `${name}:${NOWHERE}`)].join(",");
}

/** Without what the module offers under a name that is asked for nowhere. */
function asked(text) {
  const times = new Map();
  const ask = new RegExp(`\\.(${WORD})|["'](${WORD})["']`, "g");
  for (const [, one, other] of (text + loader + maker + ours).matchAll(ask)) {
    const name = one ?? other;
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return text.replace(/Module\["([\w$]+)"\]=\1;/g, (line, name) => (times.get(name) > 1 ? line : ""));
}

/** Without functions and variables that nothing uses; they are the same otherwise. */
async function used(text) {
  const options = { defaults: false, unused: true, dead_code: true, pure_getters: true, keep_fargs: true, passes: 4 };
  const { code } = await minify(asked(text), { module: true, mangle: false, compress: options });
  return code;
}

// Types of functions serve extension modules only. An eval that sees local names would make all of them count as used;
// what those do is run code of extension modules.
const plain = between(script, ...TABLE, called)
  .replace(/[\w$]+\.sig="\w*";/g, "")
  .replace(/(?<![\w.$])eval\(/g, "globalThis.eval(");
const rest = await used(between(plain, ...NAMES, () => ""));
const words = new Set((rest + loader + maker + ours).match(new RegExp(WORD, "g")));
const named = ({ name, kind }) => kind !== "function" && kind !== "global" || words.has(name) || words.has(`_${name}`);
const kept = new Set(exported.filter(named).map(({ name }) => name));
const module = binaryen.readBinary(wasm);
const { MutableGlobals, NontrappingFPToInt, SignExt, Multivalue } = binaryen.Features;
const { BulkMemory, BulkMemoryOpt, ExceptionHandling, ReferenceTypes, CallIndirectOverlong } = binaryen.Features;
const later = BulkMemory | BulkMemoryOpt | ExceptionHandling | ReferenceTypes | CallIndirectOverlong;
module.setFeatures(MutableGlobals | NontrappingFPToInt | SignExt | Multivalue | later); // what Pyodide uses: no newer ways to write it
for (const { name } of exported) if (!kept.has(name)) module.removeExport(name);
module.runPasses(["remove-unused-module-elements"]);
const names = (lines) => lines.split(";").filter((line) => kept.has(line.match(/wasmExports\["(.+?)"\]/)?.[1])).join(";");
await writeFile(new URL("pyodide.asm.mjs", out), await used(between(plain, ...NAMES, names)));
await writeFile(new URL("pyodide.asm.wasm", out), module.emitBinary());
await copyFile(new URL("pyodide.mjs", from), new URL("pyodide.mjs", out));
