// <hex-umpire src="#1.…"></hex-umpire> shows a battle in a frame of its own that is as high as it needs to be, and starts
// nothing before it is seen. src is an embed link, or its part from the # on; theme (light, dark), lang, rules, lesson and readonly are
// handed on. Frames written by hand get their height as well if their class is hex-umpire. See docs/embedding.md.
{
  const home = new URL("embed.html", document.currentScript?.src ?? document.baseURI);
  const made = new Set(); // the frames of the elements that are in the document

  addEventListener("message", ({ source, data }) => {
    if (!source || data?.type !== "hex-umpire:height" || !Number.isFinite(data.height)) return;
    for (const frame of [...made, ...document.querySelectorAll("iframe.hex-umpire")]) {
      if (frame.contentWindow === source) frame.style.height = `${Math.min(4000, Math.max(80, data.height))}px`;
    }
  });

  class HexUmpire extends HTMLElement {
    static observedAttributes = ["src", "theme", "lang", "rules", "lesson", "readonly"];

    connectedCallback() {
      this.frame ??= Object.assign(document.createElement("iframe"), { loading: "lazy", referrerPolicy: "no-referrer" });
      this.frame.title = this.getAttribute("title") || "Hex Umpire";
      this.frame.style.cssText = "display:block;width:100%;height:30rem;border:0";
      this.style.display ||= "block";
      made.add(this.frame);
      this.attributeChangedCallback();
      if (!this.shadowRoot) this.attachShadow({ mode: "open" }).append(this.frame); // what the page says instead is hidden
    }

    disconnectedCallback() {
      made.delete(this.frame);
    }

    attributeChangedCallback() {
      if (!this.frame) return;
      let address = new URL(home); // which says that no battle is there, if none is, or the address would be a program
      try {
        const wanted = new URL((this.getAttribute("src") ?? "").trim().replace(/^(?=\d+\.)/, "#"), home);
        if (/^https?:$/.test(wanted.protocol)) address = wanted;
      } catch {}
      // the language of the page around it is the last that counts
      const wishes = { lang: this.lang || (!address.searchParams.has("lang") && this.closest("[lang]")?.lang) };
      for (const name of ["theme", "rules", "lesson"]) wishes[name] = this.getAttribute(name);
      for (const [name, wish] of Object.entries(wishes)) if (wish) address.searchParams.set(name, wish);
      if (this.hasAttribute("readonly")) address.searchParams.set("readonly", "");
      if (this.frame.src !== address.href) this.frame.src = address.href;
    }
  }

  customElements.get("hex-umpire") ?? customElements.define("hex-umpire", HexUmpire);
}
