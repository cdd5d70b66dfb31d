// Starts PyScript without two things that the page does not use: the one hook that it would turn into text and evaluate
// in a worker, which the page's policy forbids, and its Python library, which would take as long to read as all of ours.
import { hooks } from "../pyscript/core.js";

hooks.worker.onBeforeRunAsync.clear();
hooks.main.onReady.add(async ({ interpreter }, element) => {
  try {
    const path = element.getAttribute("src");
    const response = await fetch(path).catch(({ message }) => { throw new Error(`${path}: ${message}`); });
    if (!response.ok) throw new Error(`${response.url}: HTTP status ${response.status}`);
    await interpreter.runPythonAsync(await response.text());
  } catch (error) {
    document.getElementById("stuck").hidden = false;
    throw error;
  }
  await new Promise(() => {}); // PyScript would go on with its library
});
