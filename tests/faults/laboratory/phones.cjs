// The phones of a laboratory: their clock, their stores, their tabs, and the scripts of the table page that run in them.
//
// A line of standard input is a command, a line of standard output what came of it, both in JSON. Time is that of the
// laboratory: a timer of hours costs nothing, and a schedule that is run again is the same to the last step. What a tab
// sends is given to whoever gives the commands: its answer says what the network made of the request.
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { createInterface } = require("node:readline");
const vm = require("node:vm");

// Commands and answers

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const hear = async () => {
  const { value, done } = await lines.next();
  if (done) process.exit();
  return JSON.parse(value);
};
const tell = (what) => process.stdout.write(`${JSON.stringify({ now, ...what })}\n`);
const ask = (what) => {
  tell(what);
  return hear();
};

// Chance: small, and the same for the same seed (mulberry32).

const chances = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
let chance = chances(0);

// The clock: tasks in the order of their times, and of those at one time in the order in which they were given.

let now = 0;
let given = 0;
let tasks = [];
const later = (after, run, tab = null) => {
  const task = { at: now + Math.max(0, Number(after) || 0), number: ++given, run, tab };
  tasks.push(task);
  return task.number;
};
const forget = (number) => { tasks = tasks.filter((task) => task.number !== number); };
const isBefore = (one, other) => one.at < other.at || (one.at === other.at && one.number < other.number);
// When this resolves, every promise that could go on has done so.
const rest = () => new Promise((done) => { setImmediate(done); });

// Runs tasks until none is left that begins before an end, or until a number of them were run.
const run = async (until, most) => {
  let left = most;
  while (left > 0) {
    const next = tasks.reduce((first, task) => first === null || isBefore(task, first) ? task : first, null);
    if (next === null || next.at > until) {
      if (until < Infinity) now = Math.max(now, until);
      break;
    }
    tasks.splice(tasks.indexOf(next), 1);
    now = Math.max(now, next.at);
    left -= 1;
    if (next.tab?.isClosed) continue;
    await next.run();
    await rest();
  }
};

// The store of a phone: `fake-indexeddb`, whose tasks are those of the clock. Each takes a while: some wait for others.

const A_WHILE = 0.5;

const vendored = readFileSync(join(__dirname, "vendor", "fake-indexeddb-6.2.8.js"), "utf8");
const fake = new Function("globalThis", vendored)({ setImmediate: (task) => { later(A_WHILE, () => { task(); }); } });

// A store that has no room aborts what would write to it, as browsers do once they write it down.
const full = new WeakSet();
for (const name of ["add", "put"]) {
  const write = fake.IDBObjectStore.prototype[name];
  fake.IDBObjectStore.prototype[name] = function refuseIfFull(...values) {
    const request = write.apply(this, values);
    const { transaction } = this;
    if (full.has(transaction.db._rawDatabase)) {
      later(0, () => { if (transaction._state !== "finished") transaction._abort("QuotaExceededError"); });
    }
    return request;
  };
}

const pairs = (database, name) => database.rawObjectStores.get(name).getAllRecords().map(({ key, value }) => [key, value]);

// What the tabs of a phone share

class Phone {
  constructor({ number, skew, secure, hasStore }) {
    this.number = number;
    this.skew = skew;
    this.secure = secure;
    this.tabs = new Map();
    this.kept = new Map();  // localStorage
    this.locks = new Map();
    this.indexedDB = hasStore ? new fake.IDBFactory() : null;
    this.isFull = false;
  }

  get databases() {
    return this.indexedDB ? [...this.indexedDB._databases.values()] : [];
  }

  setFull(isFull) {
    this.isFull = isFull;
    for (const each of this.databases) full[isFull ? "add" : "delete"](each);
  }

  look() {
    const found = {};
    for (const database of this.databases) {
      for (const name of database.rawObjectStores.keys()) found[name] = pairs(database, name);
    }
    return found;
  }
}

const phones = new Map();

// Locks of one name are held one after another; those of a closed tab are free at once.
const locksOf = (tab) => {
  const { locks } = tab.phone;
  const next = (name) => {
    const queue = locks.get(name) ?? [];
    while (queue.length && queue[0].tab.isClosed) queue.shift();
    const [first] = queue;
    if (!first || first.held) return;
    first.held = true;
    later(0, async () => {
      const free = () => {
        queue.splice(queue.indexOf(first), 1);
        next(name);
      };
      if (first.tab.isClosed) free();
      else Promise.resolve(first.use({ name })).then((value) => { free(); first.done(value); }, (error) => { free(); first.fail(error); });
    });
  };
  const request = (name, ...rest) => new Promise((done, fail) => {
    const use = rest.pop();
    const { ifAvailable = false } = rest[0] ?? {};
    const queue = locks.get(name) ?? locks.set(name, []).get(name);
    while (queue.length && queue[0].tab.isClosed) queue.shift();
    if (ifAvailable && queue.length) {
      later(0, () => { Promise.resolve(use(null)).then(done, fail); }, tab);
      return;
    }
    queue.push({ tab, use, done, fail, held: false });
    next(name);
  });
  const query = async () => ({ held: [...locks].filter(([, queue]) => queue[0]?.held).map(([name]) => ({ name })) });
  tab.onClose.push(() => { for (const name of locks.keys()) next(name); });
  return { request, query };
};

// The page of a tab, without a document but for the words of its scripts, of which it has none: what its scripts ask a
// browser for, and nothing else.

let requests = 0;

class Answer {
  constructor({ status, headers, body, url, cut }) {
    Object.assign(this, { status, url, body: null, ok: status >= 200 && status < 300, redirected: false, type: "basic" });
    this.headers = new Headers(headers);
    this.read = async () => {
      if (cut) throw new TypeError("network error");
      return body;
    };
  }

  text() { return this.read(); }

  async json() { return JSON.parse(await this.read()); }

  clone() { return this; }

  // The same answer, of which this has been read.
  with(text) { return Object.assign(Object.create(this), { read: async () => text }); }
}

const fetchOf = (tab) => (asked, { method = "GET", headers = {}, body = null, signal = null } = {}) => new Promise((done, fail) => {
  if (tab.isClosed) return;
  const id = ++requests;
  const url = new URL(asked, tab.address).href;
  let isOver = false;
  const end = (how, value) => {
    if (isOver || tab.isClosed) return;
    isOver = true;
    how(value);
  };
  if (signal?.aborted) { end(fail, signal.reason); return; }
  signal?.addEventListener("abort", () => end(fail, signal.reason));
  const sent = { id, phone: tab.phone.number, tab: tab.number, method, url, headers: Object.fromEntries(new Headers(headers)), body: String(body ?? "") };
  // What was sent is under way, whatever becomes of the tab.
  later(0, async () => {
    if (tab.isClosed) return;
    const { after } = await ask({ sent });
    later(after, async () => {
      const found = await ask({ arrived: id });
      if (found.again) later(found.again, () => ask({ arrived: id }));
      if (found.never) return;
      later(found.after, () => {
        if (found.failed) end(fail, new TypeError("Failed to fetch")); else end(done, new Answer({ url, ...found }));
      });
    });
  });
});

const channelOf = (tab) => class Channel extends EventTarget {
  constructor(name) {
    super();
    this.name = name;
    this.onmessage = null;
    tab.channels.push(this);
  }

  postMessage(data) {
    const copy = structuredClone(data);
    for (const other of tab.phone.tabs.values()) {
      for (const channel of other.channels) {
        if (channel !== this && channel.name === this.name) later(0, () => { channel.hear(copy); }, other);
      }
    }
  }

  hear(data) {
    const event = new MessageEvent("message", { data: structuredClone(data) });
    this.onmessage?.(event);
    this.dispatchEvent(event);
  }

  close() { tab.channels.splice(tab.channels.indexOf(this), 1); }
};

const storeOf = (tab) => {
  const { phone } = tab;
  if (!phone.indexedDB) return undefined;
  return {
    open: (name, version) => {
      const request = phone.indexedDB.open(name, version);
      request.addEventListener("success", () => {
        const { result } = request;
        if (phone.isFull) full.add(result._rawDatabase);
        if (tab.isClosed) result.close(); else tab.connections.push(result);
      });
      return request;
    },
    deleteDatabase: (name) => phone.indexedDB.deleteDatabase(name),
    cmp: (one, other) => phone.indexedDB.cmp(one, other),
  };
};

const localStorageOf = ({ phone: { kept }, ...tab }) => ({
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => { if (!tab.isClosed) kept.set(name, `${value}`); },
  removeItem: (name) => { if (!tab.isClosed) kept.delete(name); },
});

const CLOCK = `(now) => {
  const Real = Date;
  globalThis.Date = class Date extends Real {
    constructor(...given) { super(...(given.length ? given : [now()])); }
    static now() { return now(); }
  };
  globalThis.self = globalThis.window = globalThis;
}`;

class Tab {
  constructor(phone, { number, address, scripts, given }) {
    Object.assign(this, { phone, number, address, isClosed: false, channels: [], connections: [], onClose: [], asked: new Map() });
    const target = new EventTarget();
    const opened = now;
    const signals = { timeout: (time) => {
      const stop = new AbortController();
      later(time, () => stop.abort(new DOMException("The time is over", "TimeoutError")), this);
      return stop.signal;
    }, any: (each) => AbortSignal.any([...each]) };
    const repeat = (run, time, own) => later(time, () => { own.number = repeat(run, time, own); run(); }, this);
    const repeated = new Map();
    const random = chances(Math.floor(chance() * 2 ** 32));
    const bytes = (array) => { for (let at = 0; at < array.length; at += 1) array[at] = Math.floor(random() * 256); return array; };
    const hex = (count) => [...bytes(new Uint8Array(count))].map((each) => each.toString(16).padStart(2, "0")).join("");
    const locks = phone.secure ? { locks: locksOf(this) } : {};
    this.context = vm.createContext({
      AbortController, AbortSignal: signals, BroadcastChannel: channelOf(this), CustomEvent, DOMException, Event, EventTarget, Headers, MessageEvent,
      TextDecoder, TextEncoder, URL, URLSearchParams, atob, btoa, queueMicrotask, structuredClone,
      IDBKeyRange: fake.IDBKeyRange,
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
      dispatchEvent: target.dispatchEvent.bind(target),
      clearInterval: (id) => { forget(repeated.get(id)?.number); repeated.delete(id); },
      clearTimeout: (id) => { forget(id); },
      console: { ...console, log: () => {}, warn: () => {}, error: () => {} },
      crypto: { getRandomValues: bytes, randomUUID: () => hex(16) },
      document: { documentElement: { dataset: {} } },
      fetch: fetchOf(this),
      given,
      indexedDB: storeOf(this),
      isSecureContext: phone.secure,
      localStorage: localStorageOf(this),
      location: new URL(address),
      navigator: { ...locks, onLine: true, storage: { persist: async () => true, persisted: async () => true } },
      performance: { now: () => now - opened },
      setInterval: (run, time) => { const own = { number: 0 }; own.number = repeat(run, time, own); repeated.set(own.number, own); return own.number; },
      setTimeout: (run, time, ...values) => later(time, () => { run(...values); }, this),
    });
    const inside = (code) => vm.runInContext(code, this.context);
    inside(CLOCK)(() => Math.floor(phone.epoch + now + phone.skew));
    inside("(random) => { Math.random = random; }")(random);
    this.load(scripts);
  }

  load(scripts) {
    for (const { name, code } of scripts) vm.runInContext(code, this.context, { filename: name });
  }

  // Ask the page for something; what it answers is told with what came of a later command.
  ask({ id, what, given: values }) {
    const asked = this.context.page[what](...values);
    const note = (found) => { if (!this.isClosed) answers.push({ id, phone: this.phone.number, tab: this.number, ...found }); };
    Promise.resolve(asked).then((value) => note({ value: value ?? null }), (error) => note({ error: `${error?.stack ?? error}` }));
  }

  // Close it at once: nothing of it goes on. What it was writing is not written, unless it is written down already.
  close(isWritten) {
    this.isClosed = true;
    for (const connection of this.connections) {
      for (const each of [...connection._rawDatabase.transactions]) {
        if (each.db === connection && each._state !== "finished" && !isWritten) each._abort("AbortError");
      }
      connection.close();
    }
    for (const each of this.onClose) each();
    this.phone.tabs.delete(this.number);
  }
}

let answers = [];
const tabOf = ({ phone, tab }) => phones.get(phone).tabs.get(tab);

const COMMANDS = {
  begin: ({ seed }) => {
    for (const phone of phones.values()) for (const tab of phone.tabs.values()) tab.isClosed = true;
    phones.clear();
    [tasks, answers, now, requests] = [[], [], 0, 0];
    chance = chances(seed);
  },
  phone: ({ epoch, ...words }) => { phones.set(words.number, Object.assign(new Phone(words), { epoch })); },
  open: ({ phone, ...words }) => { phones.get(phone).tabs.set(words.number, new Tab(phones.get(phone), words)); },
  load: ({ scripts, given, ...words }) => {
    const tab = tabOf(words);
    tab.context.given = given;
    tab.load(scripts);
  },
  close: (words) => { tabOf(words).close(words.isWritten); },
  forget: ({ phone }) => { for (const each of phones.get(phone).databases) each.rawObjectStores.get("said").clear(); },
  full: ({ phone, isFull }) => { phones.get(phone).setFull(isFull); },
  ask: (words) => { tabOf(words).ask(words); },
  run: ({ time = Infinity, tasks: most = Infinity }) => run(now + time, most),
  look: () => Object.fromEntries([...phones].map(([number, phone]) => [number, phone.look()])),
  states: () => [...phones.values()].flatMap(({ number, tabs }) => [...tabs.values()].map((tab) =>
    ({ phone: number, tab: tab.number, ...tab.context.page.state() }))),
};

// What a page does not catch is its own; a command that fails is answered with its error, as whoever gave it waits.
process.on("unhandledRejection", () => {});
(async () => {
  for (;;) {
    const { command, ...words } = await hear();
    try {
      const found = await COMMANDS[command](words);
      tell({ done: found ?? null, answers, left: tasks.length });
    } catch (error) {
      tell({ failed: `${command}: ${error}\n${error?.stack ?? ""}`, answers });
    }
    answers = [];
  }
})();
