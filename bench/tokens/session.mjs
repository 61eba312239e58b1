// A client that keeps what a model would be sent of a server behind Pitstop.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const LONGEST = 60_000; // for one answer

export class Session {
  #waiting = new Map();
  #lastId = 0;
  #rest = '';
  #ended = false;
  notifications = [];

  /** @param argv the launcher and its words */
  constructor(argv, environment) {
    this.child = spawn(argv[0], argv.slice(1), { stdio: ['pipe', 'pipe', 'pipe'], env: environment });
    this.stderr = '';
    this.child.stderr.on('data', (chunk) => (this.stderr += chunk));
    this.child.stdout.on('data', (chunk) => this.#read(String(chunk)));
    this.child.on('close', () => {
      this.#ended = true;
      for (const { refuse } of this.#waiting.values()) refuse(new Error(`it has ended:\n${this.stderr}`));
    });
    this.child.stdin.on('error', () => {}); // 'close' tells
  }

  #read(chunk) {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop();
    for (const line of lines.filter((each) => each.trim())) {
      const message = JSON.parse(line);
      if (message.method) this.notifications.push(message.method);
      else {
        this.#waiting.get(message.id)?.settle(message);
        this.#waiting.delete(message.id);
      }
    }
  }

  #send(message) {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async ask(method, params = {}) {
    if (this.#ended) throw new Error(`it has ended:\n${this.stderr}`);
    const id = ++this.#lastId;
    let timer;
    const answer = new Promise((settle, refuse) => {
      this.#waiting.set(id, { settle, refuse });
      timer = setTimeout(() => refuse(new Error(`${method}: no answer\n${this.stderr}`)), LONGEST);
    });
    this.#send({ id, method, params });
    try {
      const message = await answer;
      if (message.error) throw new Error(`${method}: ${JSON.stringify(message.error)}`);
      return message.result;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @return what the handshake says in words; empty if nothing */
  async begin() {
    const result = await this.ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench-tokens', version: '1' },
    });
    this.#send({ method: 'notifications/initialized' });
    return result.instructions ?? '';
  }

  async tools() {
    return (await this.ask('tools/list')).tools;
  }

  call(name, args = {}) {
    return this.ask('tools/call', { name, arguments: args });
  }

  async end() {
    this.child.stdin.end();
    while (!this.#ended) await pause(20);
  }
}
