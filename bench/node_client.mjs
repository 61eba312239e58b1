// A client of the benchmark in Node: driver.c's modes under the same names, with what real clients have: stdio that is
// socketpairs (child_process.spawn makes them), an event loop, a write for each request. Prints `name value` lines.
//
//   node node_client.mjs start N -- COMMAND...
//   node node_client.mjs latency N [WARM] -- COMMAND...
//   node node_client.mjs throughput N [WIDTH] -- COMMAND...
//   node node_client.mjs bulk N [KIB] [escapes] -- COMMAND...
//   node node_client.mjs memory N SECONDS -- COMMAND...
//
// Answers are not parsed but for their id, so that the client is not most of what is measured.
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const NEWLINE = 10;
const USUAL = Buffer.from('{"jsonrpc":"2.0","id":');
const TEXT = 'the quick brown fox jumps over the lazy dog, the quick brown fox jumps over the lazy dog, and again';
const TICK_US = 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

function fail(why) {
  process.stderr.write(`node_client: ${why}\n`);
  process.exit(1);
}

/** The id of an answer; 0 if the message is none. */
function idOf(line) {
  if (line.compare(USUAL, 0, USUAL.length, 0, USUAL.length) === 0) {
    let id = 0;
    for (let at = USUAL.length; line[at] >= 48 && line[at] <= 57; at++) id = id * 10 + line[at] - 48;
    return id;
  }
  const message = JSON.parse(line.toString());
  return message.method === undefined && typeof message.id === 'number' ? message.id : 0;
}

function check(line) {
  const message = JSON.parse(line.toString());
  if (message.result === undefined || message.result.isError) fail(`unexpected: ${JSON.stringify(message).slice(0, 500)}`);
  return message.result;
}

class Client {
  #pieces = []; // of a line that has not ended yet
  #ending = false;
  onAnswer = () => {};
  lastId = 0;

  constructor([program, ...words]) {
    this.child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.on('error', (e) => fail(`cannot start the command: ${e.message}`));
    this.child.stdin.on('error', () => fail('the command does not read'));
    this.child.stdout.on('data', (chunk) => this.#read(chunk));
    this.child.stdout.on('end', () => this.#ending || fail('the command has ended'));
  }

  #read(chunk) {
    let from = 0;
    for (let to; (to = chunk.indexOf(NEWLINE, from)) >= 0; from = to + 1) {
      let line = chunk.subarray(from, to);
      if (this.#pieces.length > 0) {
        line = Buffer.concat([...this.#pieces, line]);
        this.#pieces = [];
      }
      const id = idOf(line);
      if (id !== 0) this.onAnswer(id, line);
    }
    if (from < chunk.length) this.#pieces.push(from === 0 ? chunk : chunk.subarray(from));
  }

  send(method, params) {
    const id = ++this.lastId;
    this.child.stdin.write(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}\n`);
    return id;
  }

  call() {
    return this.send('tools/call', `{"name":"echo","arguments":{"text":"${TEXT}"}}`);
  }

  /** The answer of one request, as a line. Nothing else may be in flight. */
  ask(method, params) {
    return new Promise((done) => {
      const asked = this.send(method, params);
      this.onAnswer = (id, line) => id === asked && done(line);
    });
  }

  async initialize() {
    const params = '{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}';
    check(await this.ask('initialize', params));
  }

  async open() {
    await this.initialize();
    this.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    if (!check(await this.ask('tools/list', '{}')).tools.some((tool) => tool.name === 'echo')) fail('no tool `echo`');
    return this;
  }

  /** `n` calls, one at a time; microseconds of each. */
  sequence(n) {
    return new Promise((done) => {
      const took = new Float64Array(n);
      let made = 0;
      let begun = performance.now();
      let asked = this.call();
      this.onAnswer = (id, line) => {
        if (id !== asked) return;
        took[made++] = (performance.now() - begun) * 1e3;
        if (made % 64 === 0) check(line);
        if (made === n) return done(took);
        begun = performance.now();
        asked = this.call();
      };
    });
  }

  /** `n` calls, `width` at a time; every id must be answered exactly once. */
  many(n, width) {
    return new Promise((done) => {
      const first = this.lastId + 1;
      const answered = new Uint8Array(n);
      let left = n;
      this.onAnswer = (id, line) => {
        if (id < first || id >= first + n || answered[id - first]) fail('an answer that nobody waits for');
        answered[id - first] = 1;
        if (id % 64 === 0) check(line);
        if (--left === 0) return done();
        if (this.lastId < first + n - 1) this.call();
      };
      for (let i = 0; i < Math.min(width, n); i++) this.call();
    });
  }

  async big(n, kib, escapes) {
    const params = JSON.stringify({ name: 'echo', arguments: escapes ? { kib, escapes } : { kib } });
    for (let i = 0; i < n; i++) {
      if ((await this.ask('tools/call', params)).length < kib * 1024) fail('a result that is too short');
    }
  }

  /** Processor time in microseconds. */
  cpu() {
    const words = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
    return (Number(words[11]) + Number(words[12])) * TICK_US;
  }

  mib(name) {
    const found = readFileSync(`/proc/${this.child.pid}/status`, 'utf8').match(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm'));
    return Number(found[1]) / 1024;
  }

  async end() {
    this.#ending = true;
    this.child.stdin.end();
    await once(this.child, 'exit');
  }
}

function say(name, value, digits) {
  process.stdout.write(`${name} ${value.toFixed(digits)}\n`);
}

const MODES = {
  async start(command, n) {
    for (let i = 0; i < n; i++) {
      const begun = performance.now();
      const client = new Client(command);
      await client.initialize();
      say('start_ms', performance.now() - begun, 2);
      await client.end();
    }
  },

  async latency(command, n, warm = '20000') {
    const client = await new Client(command).open();
    await client.sequence(Number(warm));
    const used = client.cpu();
    const took = await client.sequence(n);
    say('call_cpu_us', (client.cpu() - used) / n, 2);
    took.sort();
    say('p50_us', took[Math.floor(n / 2)], 1);
    say('p99_us', took[Math.floor((n * 99) / 100)], 1);
    await client.end();
  },

  async throughput(command, n, width = '64') {
    const client = await new Client(command).open();
    await client.many(Math.max(Math.floor(n / 4), Number(width)), Number(width));
    const used = client.cpu();
    const begun = performance.now();
    await client.many(n, Number(width));
    say('calls_per_s', (n / (performance.now() - begun)) * 1e3, 0);
    say('cpu_us', (client.cpu() - used) / n, 2);
    await client.end();
  },

  async bulk(command, n, kib = '1024', escapes = '') {
    const client = await new Client(command).open();
    await client.big(Math.floor(n / 4) + 1, Number(kib), escapes === 'escapes');
    const begun = performance.now();
    await client.big(n, Number(kib), escapes === 'escapes');
    say('mb_per_s', (n * Number(kib) * 1024) / (performance.now() - begun) / 1e3, 0);
    await client.end();
  },

  async memory(command, n, seconds) {
    const client = await new Client(command).open();
    await client.sequence(10);
    await pause(1000 * Number(seconds));
    say('idle_mib', client.mib('VmRSS'), 2);
    await client.big(n, 8 * 1024, false);
    say('peak_mib', client.mib('VmHWM'), 2);
    await client.end();
  },
};

const dashes = process.argv.indexOf('--');
const [mode, n, ...more] = process.argv.slice(2, dashes);
if (dashes < 4 || !Object.hasOwn(MODES, mode)) fail('usage: node_client.mjs MODE N [WARM | WIDTH | KIB] -- COMMAND...');
await MODES[mode](process.argv.slice(dashes + 1), Number(n), ...more);
