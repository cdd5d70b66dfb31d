// Pictures that only the browser can make. window.hexPictures:
//   qr(text)           a promise of JSON: {size, path}, the path of the dark modules as SVG has it, a unit a module;
//                      "" where the text is too long for a QR code
//   png(svg, width)    a promise of a picture's data: address
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

  async png(svg, width) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.height) / image.width);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/png");
  },
};
