// Starts PyScript without the one hook that it would turn into text and evaluate in a worker: the page's policy lets no
// text become code, and the page has no worker of PyScript's.
import { hooks } from "../pyscript/core.js";

hooks.worker.onBeforeRunAsync.clear();
