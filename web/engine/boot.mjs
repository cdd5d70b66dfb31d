// Starts Python with the engine in it: from a snapshot of its memory, or from its files where that cannot be used.
// The page's worker uses this, and the build, to try out what it has made.
//
// A snapshot holds only what differs from the memory of a Pyodide that has just been instantiated:
//   length of the head, number of runs (two 32-bit words) | head (JSON) | runs (word offset, words) | their words
// It fits one build of Pyodide and one of the engine: `stamp` names them. `sum` is a checksum of the words between the
// runs, which stay as they are, up to the empty stack; and a question with its answer tells whether Python came to life.

//
// What is in it is the engine's core. A ruleset, or a language, is a bundle of its own, which is fetched when a question
// first needs it: see pycore/hexumpire/model/data.py.

/** Reads a snapshot's bytes; throws unless it is the one that is wanted. */
export function read(bytes, stamp) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const size = view.getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + size)));
  if (head.stamp !== stamp) throw new Error("the snapshot is of another version");
  const at = bytes.byteOffset + 8 + size;
  const runs = new Uint32Array(bytes.buffer, at, 2 * view.getUint32(4, true));
  return { head, runs, words: new Uint32Array(bytes.buffer, at + runs.byteLength) };
}

/** Lays a snapshot over a memory, and returns a checksum of what is kept of that below `end`. */
export function lay({ runs, words }, memory, end) {
  let total = 0;
  let kept = 0; // from here on
  for (let i = 0, from = 0; i < runs.length; i += 2) {
    const at = runs[i];
    for (const stop = Math.min(at, end); kept < stop; kept++) total = (Math.imul(total, 31) + memory[kept]) | 0;
    kept = at + runs[i + 1];
    memory.set(words.subarray(from, (from += runs[i + 1])), at);
  }
  return total;
}

/**
 * @param {object} parts loadPyodide; createPyodideModule; config, a promise of engine/config.json's content;
 *   snapshot, a promise of the snapshot's bytes; address(path), the place of a file of the site; options for Pyodide
 * @returns {Promise<{pyodide: object, how: "snapshot" | "files", why: string}>} why it was not the snapshot
 */
export async function boot(parts) {
  const config = await parts.config;
  const common = { lockFileContents: config.lock, env: { PYTHONHASHSEED: "0" }, ...parts.options };
  let why = "";
  if (parts.snapshot) {
    try {
      const pyodide = await restore(parts, config, common);
      pyodide.pyimport("random").seed(); // runPython would take longer than all else here
      const { question, answer } = config.check;
      if (pyodide.pyimport("hexumpire.api").handle(question) !== answer) throw new Error("the snapshot answers wrongly");
      return { pyodide, how: "snapshot", why };
    } catch (error) {
      why = String(error.message ?? error);
    }
  }
  const pyodide = await parts.loadPyodide({ ...common, stdLibURL: parts.address(config.library) });
  pyodide.runPython("import hexumpire.api");
  return { pyodide, how: "files", why };
}

/**
 * How the engine is asked, and has a ruleset loaded before somebody asks about it.
 * @param {(name: string, cache?: string) => Promise<Uint8Array>} bundle fetches a bundle; a second time with "reload"
 * @returns {{ask: (text: string, onprogress?: (text: string) => void) => Promise<string>, load: (ruleset: string) => Promise<void>}}
 */
export function asking(pyodide, config, bundle) {
  const { handle } = pyodide.pyimport("hexumpire.api");
  const { mount } = pyodide.pyimport("hexumpire.model.data");
  const { get } = pyodide.pyimport("hexumpire.rulesets");
  const bytes = pyodide.runPython("lambda part: lambda start, end: part(start, end).to_bytes()");
  const there = new Set();

  async function mounted(name) {
    if (there.has(name)) return;
    for (const cache of ["default", "reload"]) {
      const packed = await bundle(name, cache); // stays out of Python's memory, which never gives any back
      const part = bytes((start, end) => packed.subarray(start, end));
      const whole = mount(name, part, packed.length, config.bundles[name].sum);
      part.destroy();
      if (whole) return there.add(name);
    }
    throw new Error(`the bundle ${name} is damaged, or of another version`);
  }

  return {
    async ask(text, onprogress) {
      for (;;) {
        const answer = handle(text, onprogress);
        if (!answer.startsWith('{"needs":')) return answer;
        await Promise.all(JSON.parse(answer).needs.map(mounted));
      }
    },
    async load(ruleset) {
      await mounted(ruleset);
      get(ruleset).destroy();
    },
  };
}

function restore(parts, config, common) {
  const head = Uint8Array.from(atob(config.head), (letter) => letter.charCodeAt(0));
  return parts.loadPyodide({
    ...common,
    stdLibURL: parts.address(config.rest),
    _loadSnapshot: head, // all but the memory: Pyodide checks that it is of its own build
    async createPyodideModule(settings) {
      const [module, bytes] = await Promise.all([parts.createPyodideModule(settings), parts.snapshot]);
      const snapshot = read(bytes, config.stamp);
      const known = module.API.restoreSnapshot;
      module.API.restoreSnapshot = (head) => {
        const found = known(head);
        const { heap, end, sum } = snapshot.head;
        if (module.HEAPU8.length !== heap) throw new Error("the snapshot is of a memory of another size");
        if (lay(snapshot, module.HEAPU32, end) !== sum) throw new Error("the snapshot does not fit this memory");
        return found;
      };
      return module;
    },
  });
}
