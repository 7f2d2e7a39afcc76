// The end of a partie: print it, share its result by what the phone has for sharing, copy its text, and save its picture.
// The link of a pair is shared and copied as well; it has no picture.
// Without a script the text and the picture are on a page of their own.
(() => {
  const find = (id) => document.getElementById(id);
  const reveal = (key, work) => {
    if (!key) return;
    key.hidden = false;
    key.addEventListener("click", work);
  };
  const print = find("print"), share = find("share"), copy = find("copy"), save = find("save"), install = find("install");
  const { words, picture, name, shares } = share.dataset;
  reveal(print, () => window.print());

  const can = (what) => { try { return Boolean(navigator.share) && navigator.canShare(what); } catch { return false; } };
  const isShared = can({ text: words });

  // Drawn at once: a phone shares only in the moment of the tap.
  let file = null;
  const keepDrawn = (blob) => {
    if (!blob) return;
    file = new File([blob], name, { type: "image/png" });
    if (!save) return;
    save.href = URL.createObjectURL(file);
    save.download = name;
  };
  const drawn = picture ?? share.href;
  if (drawn && (isShared || save)) {
    const image = new Image();
    image.addEventListener("load", () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      canvas.getContext("2d").drawImage(image, 0, 0);
      canvas.toBlob(keepDrawn);
    });
    image.src = drawn;
  }
  if (copy && !isShared) copy.classList.add("main");
  if (isShared) {
    if (shares) share.textContent = shares;
    reveal(share, (event) => {
      const all = { files: file ? [file] : [], text: words };
      const found = [all, { text: words }].find(can);
      if (!found) return;
      event.preventDefault();
      navigator.share(found).catch(() => {});
    });
  }

  // Over plain http a page may copy only what is selected on it.
  const copySelected = () => {
    getSelection().selectAllChildren(find("words"));
    return document.execCommand("copy");
  };
  reveal(copy, async () => {
    const isCopied = await navigator.clipboard?.writeText(words).then(() => true, () => false);
    if (isCopied || copySelected()) copy.textContent = copy.dataset.done;
  });

  // How the program comes onto the home screen is said once, on a phone where it is not there yet.
  const isFirst = () => {
    try {
      if (localStorage.getItem("install")) return false;
      localStorage.setItem("install", "told");
      return true;
    } catch { return false; }
  };
  const isApp = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent), isAndroid = /Android/.test(navigator.userAgent);
  if (install && !isApp && (isApple || isAndroid) && isFirst()) {
    install.textContent = isApple ? install.dataset.safari : install.dataset.menu;
    install.hidden = false;
  }
})();
