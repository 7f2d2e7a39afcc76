// What the table page asks of the outbox, as `asking.js` does, without the document of that.
globalThis.page = (() => {
  const headers = { "HX-Request": "true", "HX-Request-Type": "partial" };
  const within = (time) => { const over = new AbortController(); setTimeout(() => over.abort(), time); return over.signal; };
  const moved = {};
  outbox.on("moved", ({ old, code }) => { moved[old] = code; });
  let token = "";
  // A page of the club has a token in each of its forms; one of the phone has what the club gave last.
  const say = async (code, form) => {
    const body = new URLSearchParams({ ...form, csrf_token: token });
    const answer = await fetch(`/p/${code}/say`, { method: "POST", body, headers, signal: within(8000) });
    return answer.with(await answer.text());
  };
  return {
    // Where the taps are, as this page says: "Saved" of each sheet that is not held, and of some that only this page has them.
    state: () => {
      const loose = outbox.where === "kept" ? outbox.loose : [...outbox.rows, ...outbox.loose];
      return { held: outbox.held(), where: outbox.where, loose: loose.map(({ key }) => key), moved };
    },
    // A sheet as this page shows it.
    sheet: async (code) => {
      await outbox.ready;
      return { base: await outbox.sheet(code), rows: outbox.rowsOf(code) };
    },
    load: async (code) => {
      await outbox.ready;
      ({ token } = await outbox.visit());
      await outbox.renew(code);
    },
    renew: (code) => outbox.renew(code),
    tap: async (code, form) => {
      await outbox.ready;
      const { row, answer } = await outbox.deliver(code, form, () => say(code, form));
      return { isKept: Boolean(row) && !outbox.DIFFERS.includes(answer?.status) };
    },
    put: async (it) => {
      await outbox.put(it);
      outbox.soon();
      return true;
    },
    send: () => outbox.soon(),
    retry: (code) => outbox.retry(code),
    discard: (code) => outbox.discard(code),
  };
})();
