// Pictures that only the browser can make. window.hexPictures:
//   qr(text)                 a promise of JSON: {size, path}, the path of the dark modules as SVG has it, a unit a module;
//                            "" where the text is too long for a QR code
//   png(svg, story, width)   a promise of a picture's data: address: the board, and below it the story, line by line
const LETTERS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const COLUMNS = 110; // of the story, in letters that are all of one width
const LEADING = 1.5;

/** The lines of a text, the long ones folded between words and set in below their beginning. */
function folded(text) {
  const lines = [];
  for (let line of text.trimEnd().split("\n")) {
    const indent = " ".repeat(Math.min(12, line.length - line.trimStart().length + 4));
    while (line.length > COLUMNS) {
      const cut = line.lastIndexOf(" ", COLUMNS);
      const at = line.slice(0, cut).trim() ? cut : COLUMNS;
      lines.push(line.slice(0, at));
      line = indent + line.slice(at).trimStart();
    }
    lines.push(line);
  }
  return lines;
}

window.hexPictures = {
  async qr(text) {
    const { generate } = await import("../qr/index.mjs");
    try {
      const code = generate(text);
      let path = "";
      for (let y = 0; y < code.size; y++) {
        for (let x = 0, from = -1; x <= code.size; x++) {
          if (code.get(x, y)) from = from < 0 ? x : from;
          else if (from >= 0) {
            path += `M${from} ${y}h${x - from}v1H${from}z`;
            from = -1;
          }
        }
      }
      return JSON.stringify({ size: code.size, path });
    } catch {
      return "";
    }
  },

  async png(svg, story, width) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    const board = Math.round((width * image.height) / image.width);
    const lines = folded(story);
    const size = width / (COLUMNS + 8) / 0.6;
    canvas.width = width;
    canvas.height = Math.ceil(board + (lines.length + 2) * size * LEADING);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, width, board);
    pen.fillStyle = "#222";
    pen.font = `${size}px ${LETTERS}`;
    for (const [row, line] of lines.entries()) pen.fillText(line, 4 * size * 0.6, board + (row + 1.5) * size * LEADING);
    return canvas.toDataURL("image/png");
  },
};
