// A page of the program before: it keeps sheets and taps in version 2 of the store, and does not let go of that by itself.
globalThis.page = {
  state: () => ({ held: given.held, where: "kept", loose: [] }),
  keep: (sheets, taps) => new Promise((done, fail) => {
    const opening = indexedDB.open("piquet", 2);
    opening.onupgradeneeded = () => {
      for (const name of ["sheets", "app"]) opening.result.createObjectStore(name);
      opening.result.createObjectStore("taps", { keyPath: "id", autoIncrement: true });
    };
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const all = opening.result.transaction(["sheets", "taps"], "readwrite");
      for (const it of sheets) all.objectStore("sheets").put(it, it.sheet.code);
      for (const tap of taps) all.objectStore("taps").put(tap);
      all.oncomplete = () => done(true);
    };
  }),
};
