// Makes the engine's files for the browser, from the installed wheel:
//
//   node make.mjs FOLDER STAMP
//     library.zip    the standard library as far as it is used, and the engine's core, compiled
//     bundles/*.bin  each ruleset, and each language of a ruleset or of the core, packed as by gzip
//     rest.zip       what is still read from files when Python starts from the snapshot
//     snapshot.bin.gz   the memory of a Python that has imported all that and worked (see ../boot.mjs)
//     config.json    what the worker has to know
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { constants, crc32, gunzipSync, gzipSync } from "node:zlib";
import { resolve } from "node:path";
import create from "../../../.build/pyodide/pyodide.asm.mjs";
import { loadPyodide } from "../../../.build/pyodide/pyodide.mjs";
import { asking, boot, lay } from "../boot.mjs";
import { install, lockFileContents } from "./install.mjs";

process.on("uncaughtException", (error) => { // Node.js would print the line of Pyodide's code: all of it
  console.error(String(error.stack ?? error).split("\n").map((line) => line.slice(0, 300)).join("\n"));
  process.exit(1);
});
const NEAR = 12; // words that may be alike between two parts of one run
const FRESH = 1 << 16; // words of the heap that may be in use before Python starts
const QUESTION = JSON.stringify({ op: "rulesets" });
const [folder, stamp] = process.argv.slice(2);
const out = pathToFileURL(resolve(folder) + "/");
const place = (name) => fileURLToPath(new URL(name, out));
const contents = await readFile(new URL("contents.py", import.meta.url), "utf8");
const env = { PYTHONHASHSEED: "0" };
const lock = await lockFileContents();
await mkdir(new URL("bundles/", out), { recursive: true });

// 1. the files
const whole = await install({ env });
whole.runPython(contents);
const lazy = whole.runPython("import json; _lazy = lazy_modules(); load(_lazy); work(); json.dumps(_lazy)");
const { handle } = whole.pyimport("hexumpire.api");
const answer = handle(QUESTION);
const questions = JSON.parse(answer).result.rulesets.flatMap(({ key }) => // the rules in German are a file of the page's
  [{ op: "rules", ruleset: key }, { op: "schema", ruleset: key, lang: "de" }].map((request) => JSON.stringify(request)));
const answers = [QUESTION, ...questions].map((question) => [question, handle(question)]);
await writeFile(place("library.zip"), whole.runPython("pack()").toJs()); // with what micropip needs
const rest = whole.runPython("rest()").toJs();
await writeFile(place("rest.zip"), rest);
const bundles = {};
const packed = whole.runPython("bundles()").toJs({ dict_converter: Object.fromEntries });
for (const [name, bytes] of Object.entries(packed)) {
  await writeFile(place(`bundles/${name}.bin`), gzipSync(bytes, { level: 9 }));
  bundles[name] = { path: `engine/bundles/${name}.bin`, sum: crc32(bytes) };
}

// 2. the memory
const pyodide = await loadPyodide({ _makeSnapshot: true, stdLibURL: place("library.zip"), lockFileContents: lock, env });
const module = pyodide._module;
const before = module.HEAP8.length;
{
  const scope = pyodide.toPy({ __name__: "contents" });
  pyodide.runPython(contents, { globals: scope });
  const known = pyodide.toPy(JSON.parse(lazy));
  scope.get("load")(known);
  const used = pyodide.runPython("import json, sys; json.dumps(sorted(sys.modules))");
  await writeFile(place("library.zip"), whole.globals.get("pack")(whole.toPy(JSON.parse(used))).toJs());
  pyodide.FS.writeFile("/lib/python314.zip", rest);
  scope.get("tidy")(known);
  known.destroy();
  scope.clear();
  scope.destroy();
}
pyodide.runPython("import gc; gc.collect(); gc.freeze()"); // no collection walks through what never goes
if (module.HEAP8.length !== before) throw new Error(`the engine needs more than ${before} bytes of memory: no snapshot`);
forget(module);
const stack = module._emscripten_stack_get_end() >>> 2; // it is empty and lies between the data and the heap
const heap = module._emscripten_stack_get_base() >>> 2;
const taken = pyodide.makeMemorySnapshot();
const start = new Uint32Array(taken.buffer, taken.byteOffset, 2)[1]; // where the memory begins in it
const after = new Uint32Array(taken.slice(start).buffer);
const head = taken.slice(0, start);

// 3. what of it has to be laid over a memory that has just been instantiated: all but zeros and what is data of Pyodide, and
// that only where it is the same whatever the program is called, its environment holds and the time is
const bases = [];
for (const [i, program] of ["./this.program", "/a/much/longer/name/of/a/program/", "/p"].entries()) {
  await loadPyodide({
    lockFileContents: lock,
    env: i ? { ...env, [`NAME${i}`]: program } : env,
    _sysExecutable: program,
    stdLibURL: place("rest.zip"),
    _loadSnapshot: head,
    async createPyodideModule(settings) {
      const module = await create(settings);
      module.API.restoreSnapshot = () => {
        bases.push(module.HEAPU32.slice());
        throw new Error("enough");
      };
      await new Promise((resolve) => setTimeout(resolve, 30 * i));
      return module;
    },
  }).catch((error) => {
    if (error.message !== "enough") throw error;
  });
}
const [base, ...others] = bases;
const runs = [];
let last = after.length;
while (!after[last - 1]) last--;
for (let i = 0, end = -1; i < Math.max(last, heap + FRESH); i++) {
  if (i >= stack && i < heap) continue;
  if (i < stack && base[i] && after[i] === base[i] && others.every((other) => other[i] === base[i])) continue;
  if (i >= heap + FRESH && !after[i]) continue; // as it is in a memory that is new
  if (end >= 0 && i - end <= NEAR) runs[runs.length - 1] = i + 1 - runs[runs.length - 2];
  else runs.push(i, 1);
  end = i + 1;
}
const words = [];
for (let i = 0; i < runs.length; i += 2) words.push(Buffer.from(after.buffer, 4 * runs[i], 4 * runs[i + 1]));
const laid = Buffer.concat(words);
const wanted = { runs, words: new Uint32Array(laid.buffer, laid.byteOffset, laid.length / 4) };
let about = JSON.stringify({ stamp, heap: after.byteLength, end: stack, sum: lay(wanted, base.slice(), stack) });
while (about.length % 4) about += " ";
const snapshot = Buffer.concat([
  Buffer.from(Uint32Array.of(about.length, runs.length / 2).buffer),
  Buffer.from(about),
  Buffer.from(Uint32Array.from(runs).buffer),
  laid,
]);
await writeFile(place("snapshot.bin.gz"), gzipSync(snapshot, { level: 9, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY }));
const trimmed = new URL("../../../.build/pyodide/", import.meta.url);
const sizes = { "engine/snapshot.bin.gz": (await stat(place("snapshot.bin.gz"))).size };
for (const name of ["asm.mjs", "asm.wasm"]) {
  sizes[`pyodide/pyodide.${name}`] = (await stat(new URL(`pyodide.${name}`, trimmed))).size;
}
const config = {
  version: whole.runPython("import hexumpire; hexumpire.__version__"),
  stamp,
  head: Buffer.from(head).toString("base64"),
  library: "engine/library.zip",
  rest: "engine/rest.zip",
  snapshot: "engine/snapshot.bin.gz",
  bundles,
  sizes, // in bytes, of what takes its time to come
  check: { question: QUESTION, answer },
  lock,
};
await writeFile(place("config.json"), JSON.stringify(config) + "\n");

// 4. both ways to start, tried out
for (const how of ["snapshot", "files"]) {
  const parts = { loadPyodide, createPyodideModule: create, config, address: (path) => place(path.replace("engine/", "")) };
  if (how === "snapshot") parts.snapshot = new Uint8Array(snapshot);
  const found = await boot(parts);
  if (found.how !== how) throw new Error(found.why);
  const unpacked = async (name) => new Uint8Array(gunzipSync(await readFile(parts.address(bundles[name].path))));
  const { ask } = asking(found.pyodide, config, unpacked);
  for (const [question, answer] of answers) {
    if ((await ask(question)) !== answer) throw new Error(`${how}: another answer to ${question}`);
  }
}
console.log(JSON.stringify({ runs: runs.length / 2, bytes: snapshot.length, head: head.length }));

/** Overwrites freed memory with zeros, for a smaller snapshot. */
function forget(module) {
  const top = () => module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];
  const end = top();
  const blocks = [];
  for (let size = 1 << 20; size >= 16; size >>= 1) {
    for (;;) {
      const block = module._malloc(size);
      if (!block || block + size > end) {
        if (block) module._free(block);
        break;
      }
      module.HEAPU8.fill(0, block, block + size);
      blocks.push(block);
    }
  }
  for (const block of blocks) module._free(block);
}
