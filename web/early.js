// What Python on the page leans on: storage that never throws (a JavaScript exception cannot be caught there), and the
// chosen theme before anything is painted.
window.hexStore = {
  get(key) {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  },
  set(key, text) {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  },
};
{
  const theme = window.hexStore.get("hexumpire.theme");
  if (theme === '"light"' || theme === '"dark"') document.documentElement.setAttribute("data-theme", theme.slice(1, -1));
}
