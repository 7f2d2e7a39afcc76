// How much waits on this phone, on the pages that show it.
install(() => {
  const notice = document.getElementById("waiting");
  const show = () => {
    const count = outbox.held().reduce((sum, code) => sum + outbox.waiting(code).length + (outbox.stopOf(code)?.lost ?? 0), 0);
    if (!notice) return;
    notice.hidden = !outbox.held().length;
    const words = notice.querySelector("[data-one]");
    words.textContent = count === 1 ? words.dataset.one : words.dataset.more;
    notice.querySelector(".num").textContent = count;
  };
  outbox.on("change", show);
  outbox.ready.then(show);
});
