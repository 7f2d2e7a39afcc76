// Where this phone and the club differ. What this phone has goes to the club to be compared; what a person chooses goes
// through the outbox. It says how the club is to get from what it has to what was chosen.
(async () => {
  const find = (id) => document.getElementById(id), status = find("comparing"), { address, table, code, ...words } = status.dataset;
  const say = (name) => {
    status.textContent = words[name] ?? name;
    find("retry").hidden = name !== "failed";
    find("leave").hidden = name !== "none";
  };
  const byDeal = (rows, startOf) => {
    const deals = new Map();
    for (const { deal, position, at, form, key } of rows) {
      if (!deals.has(deal)) deals.set(deal, { deal, start: startOf(deal) ?? position, at: at ? new Date(at).toISOString() : "", rows: [] });
      deals.get(deal).rows.push({ say: form.say, key });
    }
    return deals;
  };
  // The rows of a deal as the club had confirmed them, each tap by itself.
  const confirmed = ({ sheet }) => sheet.deals.flatMap(({ said, keys }, deal) => {
    const own = keys.filter((key) => !sheet.seatings.includes(key)).slice(-said.length), taps = new Map();
    said.forEach((say, at) => taps.set(own[at], [...taps.get(own[at]) ?? [], say]));
    return [...taps].map(([key, say]) => ({ deal, position: 0, key, form: { say: say.join("; ") } }));
  });
  const load = async () => {
    await outbox.ready;
    const now = await outbox.kept(code), base = await outbox.sheet(code), rows = outbox.rowsOf(code);
    if (!outbox.isHeld(code)) { find("versions").replaceChildren(); say("none"); return; }
    const isRestored = Boolean(base?.sheet) && base.generation !== now.generation;
    const own = byDeal(isRestored ? [...confirmed(base), ...rows] : rows, () => isRestored ? 0 : undefined);
    const body = new URLSearchParams({
      own: JSON.stringify([...own.values()]), csrf_token: document.querySelector("[name=csrf_token]").value, ...isRestored && { restored: "yes" },
    });
    const answer = await fetch(address, { method: "POST", body });
    const page = pageIn(await answer.text());
    if (!page.querySelector("form[data-version]")) {
      find("versions").replaceChildren();
      say("failed");
      status.textContent = refusalIn(page) || status.textContent;
      return;
    }
    find("versions").replaceChildren(...page.body.childNodes);
    const form = find("versions").querySelector("form");
    if (form.dataset.version !== now.sheet.version) { await load(); return; }
    for (const each of form.querySelectorAll("time")) each.textContent = timeHere(each.dateTime);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const chosen = [...form.querySelectorAll("[value=phone]:checked")].flatMap((each) => JSON.parse(each.dataset.forms));
      const choose = () => outbox.resolve(code, now, rows.map(({ key }) => key), chosen);
      const isDone = await choose().catch((error) => { console.warn(error); say("notKept"); });
      if (isDone === undefined) return;
      if (!isDone) { await again("changed"); return; }
      await outbox.soon();
      const leave = () => { if (outbox.isKept() || !outbox.isHeld(code)) location.assign(table); else say("waits"); };
      outbox.on("sent", leave);
      leave();
    });
  };
  // Compare, again where something has changed. The focus goes to what is shown then, if a person was there.
  const again = async (after = "") => {
    const hadFocus = find("main").contains(document.activeElement);
    say("asking");
    await load().then(() => { if (find("versions").firstChild) say(after); }, (error) => { console.warn(error); say("failed"); });
    if (hadFocus) (status.textContent ? status : find("versions")).focus();
  };
  find("retry").addEventListener("click", () => again());
  await again();
})();
