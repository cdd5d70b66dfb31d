// Pyodide under Node.js, with the built wheel installed, just as the page's files are made from it.
//
//   node host.mjs --run CODE    runs Python once; what it prints goes to stdout
//   node host.mjs               answers lines of JSON on stdin with lines of JSON on stdout:
//       {"handle": text} -> {"text": answer, "progress": [...]}      hexumpire.api.handle
//       {"python": code} -> {"text": JSON of the last expression, "output": what was printed}
//     and {"error": message} if that raised.
// The repository's tests/ lie under /repo/tests, with nothing of its source beside them; the wheels named in $PYODIDE_WHEELS (JSON) are installed too.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { install, unpack } from "../../web/engine/build/install.mjs";

const rest = process.argv.slice(2);
let printed = [];
const keep = (line) => printed.push(line);
const pyodide = await install({
  stdout: keep,
  stderr: keep,
  env: { PYTHONDONTWRITEBYTECODE: "1", HOME: "/home/pyodide" },
});
pyodide.FS.mkdirTree("/repo/tests");
pyodide.mountNodeFS("/repo/tests", fileURLToPath(new URL("..", import.meta.url)));
const wheels = JSON.parse(process.env.PYODIDE_WHEELS ?? "[]");
unpack(pyodide, await Promise.all(wheels.map(async (path) => new Uint8Array(await readFile(path)))));

function answer(request) {
  printed = [];
  try {
    if ("handle" in request) {
      const progress = [];
      const text = pyodide.pyimport("hexumpire.api").handle(request.handle, (line) => progress.push(line));
      return { text, progress };
    }
    const code = `import json as _json\n${request.python}`;
    const text = pyodide.pyimport("json").dumps(pyodide.runPython(code) ?? null);
    return { text, output: printed.join("\n") };
  } catch (error) {
    return { error: String(error.message ?? error), output: printed.join("\n") };
  }
}

if (rest[0] === "--run") {
  const { error, output } = answer({ python: `${rest[1]}\nNone` });
  console.log(output);
  if (error) {
    console.error(error);
    process.exitCode = 1;
  }
} else {
  for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answer(JSON.parse(line))));
}
