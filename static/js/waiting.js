// How much waits on this phone, on the pages that show it.
install(() => {
  const link = document.querySelector("#waiting a");
  const sum = (codes, countOf) => codes.reduce((total, code) => total + countOf(code), 0);
  const show = () => {
    if (!link) return;
    const codes = outbox.held(), taps = sum(codes, (code) => outbox.waiting(code).length);
    const lacks = sum(codes, (code) => outbox.stopOf(code)?.lost ?? 0);
    link.parentElement.hidden = !codes.length;
    const { one, taps: more, lacksOne, lacks: lacksMore, begun } = link.dataset;
    const ofTaps = taps === 1 ? one : taps && more, ofStatements = lacks === 1 ? lacksOne : lacks && lacksMore;
    link.textContent = (ofTaps || ofStatements || begun).replace("NUMBER", taps || lacks);
  };
  outbox.on("change", show);
  outbox.ready.then(show);
});
