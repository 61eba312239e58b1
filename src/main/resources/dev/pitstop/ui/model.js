// What the page knows of a session, made from the lines of its journal (docs/reference.md).

const MOST_CALLS = 50_000;
const MOST_LINES = 20_000; // of stderr
const LATE_MILLIS = 25;
const MOST_QUOTED = 12; // lines of stderr before a crash
const FAILED = ['error', 'crashed', 'unanswered'];

export class Model {
  session = {};
  operations = []; // a row each: a call, with the calls that go on with it
  servers = new Map();
  events = []; // reloads and crashes
  stderr = [];
  notices = [];
  damaged = [];
  missing = 0; // entries that fell out before they could be read
  last = 0;
  from = Infinity;
  to = 0;
  ended = false;
  #calls = new Map(); // number → its operation and round
  #begins = []; // the numbers of the lines with which calls begin
  #waiting = new Map(); // operations that asked the client for something

  add(line) {
    if (line.seq !== undefined) {
      if (line.seq <= this.last) return; // read before
      this.last = line.seq;
      this.from = Math.min(this.from, line.t);
      this.to = Math.max(this.to, line.t);
    }
    switch (line.type) {
      case 'session': this.session = line; break;
      case 'call': this.#called(line); break;
      case 'answer': this.#answered(line); break;
      case 'begins': Object.assign(this.#run(line), { kind: line.kind, pid: line.pid, from: line.t }); break;
      case 'serves': this.#run(line).serves = line.t; break;
      case 'ends': this.#ended(line); break;
      case 'state': this.server(line.server).state = line.after; break;
      case 'build': this.#built(line); break;
      case 'changed': this.#changed(line); break;
      case 'reload': this.#reloaded(line); break;
      case 'stderr': this.#wrote(line); break;
      case 'notice': this.notices.push(line); break;
      case 'gap': this.missing += line.events; break;
      case 'damaged': this.damaged.push(line.text); break;
      case 'end': this.ended = true; break;
      default: this.damaged.push(`a line of an unknown type: ${line.type}`);
    }
  }

  server(name) {
    let server = this.servers.get(name);
    if (!server) this.servers.set(name, (server = { name, state: '', runs: [], builds: [], build: null, diffs: [] }));
    return server;
  }

  #run(line) {
    const runs = this.server(line.server).runs;
    let run = runs.findLast((r) => r.run === line.run);
    if (!run) runs.push((run = { server: line.server, run: line.run, from: line.t, to: 0, serves: 0 }));
    return run;
  }

  #called(line) {
    const round = { number: line.call, t: line.t, seq: line.seq, endSeq: 0, end: 0, micros: 0, server: '', run: 0, status: 'pending' };
    const key = [line.method, line.name, line.goesOn];
    this.#begins.push(line.seq);
    let operation = line.goesOn === undefined ? undefined : this.#take(key);
    if (operation) {
      operation.rounds.push(round);
    } else {
      operation = { number: line.call, t: line.t, by: line.by ?? '', method: line.method, name: line.name ?? '', args: line.args ?? '', rounds: [round], deliveries: 0, micros: 0, server: '', run: 0, says: '' };
      this.operations.push(operation);
      if (this.operations.length > MOST_CALLS) this.#forget();
    }
    operation.status = 'pending';
    this.#calls.set(line.call, { operation, round });
  }

  #forget() {
    const gone = this.operations.splice(0, MOST_CALLS / 10);
    for (const operation of gone) for (const round of operation.rounds) this.#calls.delete(round.number);
    this.#begins.splice(0, this.#begins.findIndex((seq) => seq >= this.operations[0].rounds[0].seq));
    this.missing += gone.length;
  }

  #take(key) {
    const list = this.#waiting.get(key.join('\n'));
    return list?.pop();
  }

  #answered(line) {
    if (!this.#calls.has(line.call)) { // its beginning fell out
      this.#called({ call: line.call, t: line.t - line.micros / 1000, seq: line.seq, method: '', name: '' });
    }
    const { operation, round } = this.#calls.get(line.call);
    const { server = '', run = 0, status, micros } = line;
    Object.assign(round, { server, run, status, micros, end: line.t, endSeq: line.seq });
    Object.assign(operation, { server: server || operation.server, run: run || operation.run, status, says: line.says ?? '', fetched: line.fetched });
    operation.deliveries = Math.max(operation.deliveries, line.deliveries);
    operation.micros += micros;
    operation.asks = line.asks !== undefined;
    if (operation.asks) {
      const key = [operation.method, operation.name, line.asks].join('\n');
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), operation]);
    }
  }

  #ended(line) {
    const run = this.#run(line);
    Object.assign(run, { to: line.t, byItself: line.byItself, how: line.how });
    if (!line.byItself) return;
    const wrote = this.stderr.filter((l) => l.server === line.server && l.run === line.run).slice(-MOST_QUOTED).map((l) => l.line);
    this.#happened(line, 'crashed', `#${line.run} ${line.how ?? 'ended by itself'}`, wrote.join('\n'));
  }

  #built(line) {
    const server = this.server(line.server);
    server.build = line;
    server.builds.push({ from: line.t - line.millis, to: line.t, ok: line.ok, cancelled: line.cancelled });
  }

  #changed(line) {
    const server = this.server(line.server);
    server.diffs.push(line);
    const event = this.events.findLast((e) => e.server === line.server && e.run === line.run && e.outcome === 'reloaded');
    if (event) event.text = line.diff;
  }

  #reloaded(line) {
    const server = this.server(line.server);
    const build = server.build;
    server.build = null;
    const diff = server.diffs.findLast((d) => d.run === line.run)?.diff ?? '';
    const title = { reloaded: `reloaded: #${line.run} serves`, build_failed: 'the build failed', start_failed: 'the new run did not start', cancelled: 'the reload was cancelled', stopped: 'stopped' }[line.outcome] ?? line.outcome;
    const end = line.outcome === 'start_failed' ? server.runs.findLast((r) => r.to)?.how ?? '' : '';
    const took = build ? ` (build: ${duration(build.millis * 1000)})` : '';
    this.#happened(line, line.outcome, title + took, line.outcome === 'build_failed' ? build?.report ?? '' : diff || end);
  }

  #happened(line, outcome, title, text) {
    const lines = text.split('\n').filter((l) => l.trim());
    const says = lines.filter((l) => /(error|exception|panic)\b.*: *\S/i.test(l));
    const why = (outcome === 'crashed' ? says.at(-1) : says[0]) ?? lines[0] ?? '';
    this.events.push({ seq: line.seq, t: line.t, server: line.server, run: line.run, outcome, title, text, why: why.trim() });
  }

  #wrote(line) {
    this.stderr.push(line);
    if (this.stderr.length > MOST_LINES) this.stderr.splice(0, MOST_LINES / 10);
  }

  // The lines of stderr and the notices while a round was under way. What a server writes and what it answers take two
  // ways: so a line that comes a moment after the answer belongs to it, unless another call has begun.
  beside(lines, round) {
    const end = round.endSeq || Infinity;
    const next = this.#begins.find((seq) => seq > end) ?? Infinity;
    return lines.filter((l) => l.seq > round.seq && (l.seq < end || (l.seq < next && l.t <= round.end + LATE_MILLIS)) && (!round.server || l.server === round.server) && (!l.run || !round.run || l.run === round.run));
  }

  // Where a call belongs that has no server yet: with many servers, its name begins with the server's.
  home(operation) {
    for (const name of this.servers.keys()) if (operation.name.startsWith(`${name}__`)) return name;
    return operation.status === 'pending' && this.servers.size === 1 ? [...this.servers.keys()][0] : '';
  }

  inFlight() {
    return this.operations.filter((o) => o.status === 'pending').length;
  }

  // Per tool: how often, how often not ok, and how long in microseconds.
  tools() {
    const tools = new Map();
    for (const o of this.operations) {
      if (o.method !== 'tools/call') continue;
      let tool = tools.get(o.name);
      if (!tool) tools.set(o.name, (tool = { name: o.name, count: 0, errors: 0, micros: [] }));
      tool.count++;
      if (FAILED.includes(o.status)) tool.errors++;
      if (o.status !== 'pending') tool.micros.push(o.micros);
    }
    return [...tools.values()].map((t) => {
      t.micros.sort((a, b) => a - b);
      const at = (p) => t.micros[Math.min(t.micros.length - 1, Math.ceil(p * t.micros.length) - 1)];
      return { ...t, p50: at(0.5), p95: at(0.95) };
    }).sort((a, b) => b.count - a.count);
  }

  // What a person must know at once: servers whose last news is bad.
  problems() {
    const bad = [];
    for (const server of this.servers.values()) {
      const last = this.events.findLast((e) => e.server === server.name);
      const down = last?.outcome === 'crashed' && server.state !== 'running';
      if (down || last?.outcome === 'build_failed' || last?.outcome === 'start_failed') bad.push(last);
    }
    return bad;
  }
}

export function duration(micros) {
  if (micros === undefined) return '';
  if (micros < 1000) return '<1 ms';
  const millis = micros / 1000;
  if (millis < 1000) return `${Math.round(millis)} ms`;
  if (millis < 60_000) return `${(millis / 1000).toFixed(1)} s`;
  return `${Math.floor(millis / 60_000)} min ${Math.round((millis % 60_000) / 1000)} s`;
}

export function clock(t) {
  const date = new Date(t);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':');
}

// A tool's name without its server's, where that stands beside it.
export function ownName(operation) {
  const prefix = `${operation.server}__`;
  return operation.server && operation.name.startsWith(prefix) ? operation.name.slice(prefix.length) : operation.name;
}

// Puts other elements into a box, and the focus where it was.
export function fill(box, ...children) {
  const key = box.contains(document.activeElement) ? document.activeElement.title : '';
  box.replaceChildren(...children);
  if (key) [...box.querySelectorAll('button')].find((b) => b.title === key)?.focus();
}

// An element. What servers wrote goes into it as text, never as HTML.
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role') made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children);
  return made;
}
