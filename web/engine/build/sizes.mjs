// The sizes of files as a good host would send them: node sizes.mjs FOLDER "JSON list of paths"; prints a JSON object of bytes
// A file that is packed already is sent as it is, any other one with brotli.
import { readFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";
import { join } from "node:path";

const [folder, paths] = process.argv.slice(2);
const found = {};
for (const path of JSON.parse(paths)) {
  const bytes = await readFile(join(folder, path));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.length < 1 << 19 ? 11 : 9, // 11 takes half a minute for the largest
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: 24,
  };
  found[path] = /\.(gz|zip|png)$/.test(path) ? bytes.length : brotliCompressSync(bytes, { params }).length;
}
console.log(JSON.stringify(found));
