// Print the settlement, and share its picture by what the phone has for sharing; without that, the picture is on the page.
(() => {
  const print = document.getElementById("print"), share = document.getElementById("share");
  print.hidden = false;
  print.addEventListener("click", () => window.print());
  const can = (what) => { try { return Boolean(navigator.share) && navigator.canShare(what); } catch { return false; } };
  if (!can({ text: share.dataset.words })) return;
  share.textContent = "Share the result";
  share.hidden = false;

  // Drawn at once: a phone shares only in the moment of the tap.
  let picture = null;
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    canvas.toBlob((blob) => { if (blob) picture = new File([blob], share.dataset.name, { type: "image/png" }); });
  });
  image.src = share.href;
  share.addEventListener("click", (event) => {
    const all = { files: picture ? [picture] : [], text: share.dataset.words };
    const found = [all, { text: all.text }].find(can);
    if (!found) return;
    event.preventDefault();
    navigator.share(found).catch(() => {});
  });
})();
