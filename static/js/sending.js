// Sends what waits in the outbox, each sheet by itself: one that is refused, or not answered, holds up no other. And what a
// person decides about what waits.
Object.assign(outbox, (() => {
  const { change, tell, isUnsent, held, stopOf, waiting, rowOf, leave, versionIn, stop, answers, isAlone, root } = outbox;
  const { NOT_DELIVERED, DIFFERS, OUT_OF_DATE } = outbox;
  const PAUSES = [1, 2, 4, 8, 15], LONGEST = 8000;
  const FORMAT = 1;  // of what a phone sends

  // The club
  const json = async (address) => {
    const answer = await fetch(root + address, { signal: within(LONGEST) });
    if (!answer.ok) throw Object.assign(new Error(`${answer.status}`), { status: answer.status, generation: answer.headers.get("Scorer-Generation") });
    return answer.json();
  };
  const visit = async () => {
    const found = await json("phone.json");
    await change(({ app }) => app.put(found, "visit"));
    return found;
  };
  // Send a form, with a token that the club gives first. The clock of the phone may be wrong, so it says how long ago a
  // tap was. What was not delivered fails.
  let token = "";
  const post = async (address, form, at) => {
    const ago = Math.max(0, Math.round((Date.now() - at) / 1000));
    const headers = { "HX-Request": "true", "HX-Request-Type": "partial" };
    let answer = null;
    do {
      const isOld = answer?.status === OUT_OF_DATE;
      if (isOld || !token) ({ token } = await visit());
      const body = new URLSearchParams({ ...form, ago, format: FORMAT, csrf_token: token });
      answer = await fetch(root + address, { method: "POST", body, headers, signal: within(LONGEST) });
      if (isOld) break;
    } while (answer.status === OUT_OF_DATE);
    const text = await answer.text();
    if (NOT_DELIVERED.includes(answer.status)) throw new Error(`${answer.status}`);
    return { answer, text };
  };

  // The sheet as the club has it now becomes the base if nothing of this phone waits that it does not have. A row that it has
  // is done with. Where the book was restored, and lacks what this phone has, a person is asked.
  const keysIn = ({ sheet }) => sheet.deals.flatMap(({ keys }) => keys);
  const settle = (now) => change(async ({ sheets, said, stops }) => {
    const { code } = now.sheet, has = new Set(keysIn(now)), base = await sheets.get(code);
    const rows = (await said.all()).filter((row) => row.code === code), left = rows.filter(({ key }) => !has.has(key));
    if (base?.sheet && base.generation !== now.generation) {
      const had = [...keysIn(base), ...left.filter((row) => row.confirmed).map(({ key }) => key)];
      const lost = had.filter((key) => !has.has(key)).length;
      if (lost) {
        await stops.put({ code, why: "lost", lost, at: Date.now() }, code);
        return false;
      }
    }
    if ((await stops.get(code))?.why === "lost") await stops.delete(code);
    if (left.some((row) => !row.confirmed)) return false;
    // when each was said here, for the case that a restored book lacks it
    const moments = new Map(base?.moments);
    for (const { id, key, at } of rows) {
      if (!has.has(key)) continue;
      moments.set(key, at);
      await said.delete(id);
    }
    await sheets.put({ ...now, moments }, code);
    await stops.delete(code);
    return true;
  });
  const kept = (code) => json(`p/${code}/kept`);
  // A restored book may lack the whole sheet.
  const renew = async (code) => {
    const now = await kept(code).catch((error) => { if (error.status === 404) return error; throw error; });
    if (now.sheet) return settle(now);
    return change(async ({ sheets, stops }) => {
      const base = await sheets.get(code), isOfClub = base?.sheet && !base.begun?.key;
      const isRestored = isOfClub && now.generation && base.generation !== now.generation;
      if (isRestored) await stops.put({ code, why: "lost", status: 404, lost: keysIn(base).length, at: Date.now() }, code);
      return false;
    });
  };

  // The rows of a sheet in their order, until one is not recorded.
  const send = async (code) => {
    for (;;) {
      const [row] = stopOf(code) ? [] : waiting(code);
      if (!row) return;
      const { deal, position, key, at, form } = row;
      const { answer, text } = await post(`p/${code}/say`, { ...form, deal, position, key }, at);
      if (answer.ok) {
        answers.get(key)?.(new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
        await leave(row, versionIn(text));
        continue;
      }
      const differs = DIFFERS.includes(answer.status);
      if (differs && await goesToTheEnd(row)) continue;
      const isWanted = waiting(code).some((each) => each.key === key);  // or it was taken back meanwhile
      if (isWanted) await stop(code, differs ? "clash" : "refused", { status: answer.status, answer: text });
    }
  };
  // What was said of the players holds whatever else the club has of the partie, so it is said at the end of that; unless the
  // club has other players by now.
  const players = ({ sheet }) => JSON.stringify([sheet.players, sheet.first]);
  const goesToTheEnd = async (row) => {
    if (!row.form.say.startsWith("players first ")) return false;
    const now = await kept(row.code), deal = Math.max(0, now.sheet.deals.length - 1);
    const position = now.sheet.deals[deal]?.keys.length ?? 0;
    if (row.deal === deal && row.position === position) return false;
    return change(async ({ sheets, said }) => {
      const base = await sheets.get(row.code);
      if (!base || players(base) !== players(now)) return false;
      await said.put({ ...row, deal, position });
      return true;
    });
  };
  // A partie that was begun on this phone gets its code at the club; its rows go there.
  const begin = async (old) => {
    const { sheet, begun } = await outbox.sheet(old);
    const { answer, text } = await post("parties", begun, Date.parse(sheet.opened_at));
    const code = answer.ok && new URL(answer.url).pathname.match(/\/p\/([^/?]+)\//)?.[1];
    if (!code) {
      await stop(old, "refused", { status: answer.status, answer: text });
      return;
    }
    const now = await kept(code);
    await change(async ({ sheets, said, stops }) => {
      await sheets.put(now, code);
      await sheets.put({ moved: code }, old);
      await stops.delete(old);
      for (const row of await said.all()) if (row.code === old) await said.put({ ...row, code });
    });
    for (const row of outbox.loose) if (row.code === old) row.code = code;
    tell("moved", { old, code });
    await send(code);
  };
  // Other tabs may send too: the key of a row makes that harmless. So one that sleeps with the lock is not waited for long.
  const locked = async (code, work) => {
    const locks = tried(() => navigator.locks);
    if (!locks) return work();
    let begins = false;
    const once = () => { begins = true; return work(); };
    try {
      return await locks.request(`piquet ${code}`, { signal: within(LONGEST) }, once);
    } catch (error) {
      if (begins) throw error;
      return work();
    }
  };

  let misses = 0, timer = 0, sending = null, wanted = false;
  const sendAll = async () => {
    let missed = false;
    await change();
    const sendable = held().filter((code) => isUnsent(code) && !stopOf(code));
    for (const row of [...outbox.loose]) await outbox.keepRow(row, true);  // there may be room by now
    let generation = null;
    if (sendable.length || outbox.away) ({ token, generation } = await visit());
    for (const code of sendable) {
      const work = async () => {
        const base = await outbox.sheet(code);
        const isBegun = outbox.begun.includes(code);
        if (base?.sheet && !isBegun && generation && base.generation !== generation) await renew(code);
        await (isBegun ? begin(code) : send(code));
      };
      await locked(code, work).catch((error) => { console.warn(error); missed = true; });
    }
    if (missed) throw new Error("not all was answered");
  };
  // Send now; after a miss again, with longer and longer pauses.
  const soon = () => {
    if (isAlone) return null;
    wanted = Boolean(sending);
    timer = clearTimeout(timer);
    return sending ??= sendAll().then(() => { [misses, outbox.away] = [0, false]; }, () => { outbox.away = true; }).finally(() => {
      sending = null;
      tell(outbox.away ? "missed" : "sent");
      tell("change");
      if (outbox.away) later(); else if (wanted) soon();
    });
  };
  const later = () => {
    const pause = PAUSES[Math.min(misses++, PAUSES.length - 1)] * (1000 + 300 * Math.random());
    timer ||= setTimeout(() => { timer = 0; soon(); }, pause);
  };
  outbox.on("waits", () => { if (!sending) later(); });
  tried(() => addEventListener("online", () => { misses = 0; if (outbox.away) soon(); }));

  return {
    visit, settle, renew, kept, soon,
    sheet: (code) => outbox.transaction(({ sheets }) => sheets.get(code)),
    sheets: async () => (await outbox.transaction(({ sheets }) => sheets.all())).filter(({ sheet }) => sheet),
    app: (name) => outbox.transaction(({ app }) => app.get(name)),
    forget: (code) => change(({ sheets }) => sheets.delete(code)),
    // Keep a sheet that has no club, or not yet. Where another tab has changed it since, it stays as it is: null.
    put: (it, revision = 0) => change(async ({ sheets }) => {
      const has = await sheets.get(it.sheet.code), next = { ...it, revision: revision + 1 };
      if ((has?.revision ?? 0) !== revision) return null;
      await sheets.put(next, it.sheet.code);
      return next;
    }),
    choose: (code, shown) => change(async ({ sheets }) => {
      const has = await sheets.get(code);
      if (has?.sheet) await sheets.put({ ...has, shown }, code);
    }),
    // What a person decides: *shown* are the keys of the rows that they saw, and *chosen* are forms. The base is then as the
    // club has it *now*.
    resolve: async (code, now, shown, chosen) => {
      const isOwn = (row) => row.code === code;
      const isDone = await change(async ({ sheets, said, stops }) => {
        const kept = (await said.all()).filter(isOwn), rows = [...kept, ...outbox.loose.filter(isOwn)];
        if (rows.map(({ key }) => key).join() !== shown.join()) return false;
        const moments = new Map((await sheets.get(code))?.moments);
        for (const { key, at } of rows) moments.set(key, at);
        for (const { id } of kept) await said.delete(id);
        await sheets.put({ ...now, moments }, code);
        await stops.delete(code);
        for (const form of chosen) {
          const row = rowOf(code, form);
          await said.put({ ...row, at: moments.get(row.key) ?? row.at });  // it was said then
        }
        return true;
      });
      if (isDone) outbox.loose = outbox.loose.filter((row) => !isOwn(row));
      return isDone;
    },
    discard: async (code) => {
      outbox.loose = outbox.loose.filter((row) => row.code !== code);
      await change(async ({ sheets, said, stops }) => {
        for (const row of await said.all()) if (row.code === code) await said.delete(row.id);
        await sheets.delete(code);
        await stops.delete(code);
      });
    },
    retry: async (code) => {
      if (stopOf(code)?.why === "lost") await renew(code);
      else await change(({ stops }) => stops.delete(code));
      await soon();
    },
    persist: () => Promise.resolve(tried(() => navigator.storage.persist())).catch(() => undefined),
  };
})());
outbox.ready.then(() => { if (outbox.away || outbox.held().some(outbox.isUnsent)) outbox.soon(); });
