// A legacy-era (2025-11-25) MCP server that misbehaves on command. Options say how it starts, tools
// say what it does later. See README.md for the list.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { parseOptions, rawValue, readLines, receiveLog, writeFully } from './lib/wire.mjs';
import { oddTools, plainTools } from './lib/tool-lists.mjs';
import { callTool, onCancelled } from './lib/tool-calls.mjs';

const FLAGS = [
  'init-error', 'never-init', 'crash-loop', 'odd-schemas', 'name-clash', 'no-read', 'ignore-eof',
  'ignore-term', 'banner-at-start', 'crlf', 'bom', 'no-tools', 'integer-ids',
];
const VALUED = [
  'start-delay', 'init-delay', 'exit-at-start', 'pages', 'endless-cursor', 'tools', 'capabilities',
  'log', 'count-file', 'state', 'from-spawn', 'until-spawn', 'die-on', 'instructions', 'extra-tools', 'pid-file', 'name',
  'hold-port', 'hold-lock', 'list-error',
];
let options = parseOptions(process.argv.slice(2), FLAGS, VALUED);

const stateFile = (name) => path.join(options.state ?? process.cwd(), name);

/** How many processes of this server there have been, this one included (needs --state). */
function spawnNumber() {
  if (options.state === undefined) return 1;
  fs.appendFileSync(stateFile('spawns'), `${process.pid}\n`);
  return fs.readFileSync(stateFile('spawns'), 'utf8').trim().split('\n').length;
}
const spawn = spawnNumber();
if (spawn < Number(options['from-spawn'] ?? 1) || spawn > Number(options['until-spawn'] ?? Infinity)) {
  // The misbehaviour is another process's: keep only what observes or names things.
  const { log, state, tools, pages, name } = options;
  options = { log, state, tools, pages, name, 'count-file': options['count-file'] };
}

export const server = {
  options,
  spawn,
  stateFile,
  tools: [],
  level: 'debug',
  subscriptions: new Set(),
  /** Calls without an answer yet: raw id → what a cancellation does to it. */
  open: new Map(),
  /** Requests this server sent to its client: raw id → resolve. */
  asked: new Map(),
  nextId: 1,
  stopReading: () => process.stdin.pause(),
  writeRaw: (data) => writeFully(1, data),
  send(message) {
    this.writeRaw(JSON.stringify(message) + (options.crlf ? '\r\n' : '\n'));
  },
  notify(method, params) {
    this.send(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params });
  },
  /** Answers with the id exactly as the request spelt it. */
  replyLine(rawId, member, value) {
    return `{"jsonrpc":"2.0","id":${rawId},"${member}":${JSON.stringify(value)}}` + (options.crlf ? '\r\n' : '\n');
  },
  reply(rawId, result) {
    this.open.delete(rawId);
    this.writeRaw(this.replyLine(rawId, 'result', result));
  },
  fail(rawId, code, message, data) {
    this.open.delete(rawId);
    this.writeRaw(this.replyLine(rawId, 'error', { code, message, ...(data && { data }) }));
  },
  /** Sends a request to the client; resolves with the raw response line. */
  ask(method, params, rawId = JSON.stringify(`srv-${this.nextId++}`)) {
    return new Promise((resolve) => {
      this.asked.set(rawId, resolve);
      const tail = params === undefined ? '' : `,"params":${JSON.stringify(params)}`;
      this.writeRaw(`{"jsonrpc":"2.0","id":${rawId},"method":"${method}"${tail}}\n`);
    });
  },
};

server.tools = [
  ...(options['name-clash'] ? ['recompile', 'server_status'].map((name) => named(name)) : []),
  ...(options['odd-schemas'] ? oddTools() : []),
  ...plainTools(),
  ...Array.from({ length: Number(options.tools ?? 0) }, (_, i) => named(`tool_${String(i).padStart(4, '0')}`)),
  ...(options['extra-tools'] ? JSON.parse(fs.readFileSync(options['extra-tools'], 'utf8')) : []),
];

function named(name) {
  return { name, description: `${name} of the backend`, inputSchema: { type: 'object' } };
}

function capabilities() {
  if (options.capabilities !== undefined) return JSON.parse(options.capabilities);
  const all = {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    logging: {},
    completions: {},
  };
  if (options['no-tools']) delete all.tools;
  return all;
}

function toolPage(cursor) {
  if (options['endless-cursor'] !== undefined) {
    const n = cursor === undefined ? 0 : Number(cursor.slice(1));
    const next = options['endless-cursor'] === 'same' ? 'c1' : `c${n + 1}`;
    return { tools: n === 0 ? server.tools : [], nextCursor: next };
  }
  const pages = Number(options.pages ?? 1);
  const size = Math.ceil(server.tools.length / pages);
  const page = cursor === undefined ? 0 : Number(cursor.slice(1));
  const tools = server.tools.slice(page * size, (page + 1) * size);
  return page + 1 < pages ? { tools, nextCursor: `p${page + 1}` } : { tools };
}

const PROMPTS = [
  { name: 'greet', description: 'Greets somebody', arguments: [{ name: 'who', required: true }] },
  { name: 'crash', description: 'Ends the server' },
];
const RESOURCES = [
  { uri: 'mem://one', name: 'one', mimeType: 'text/plain' },
  { uri: 'mem://crash-once', name: 'crash-once' },
];
const TEMPLATES = [{ uriTemplate: 'mem://item/{id}', name: 'item' }];

function die(code, why) {
  writeFully(2, `${why}\n`);
  process.exit(code);
}

function initialize(rawId, params) {
  if (options['never-init']) return;
  if (options['init-error']) return server.fail(rawId, -32603, 'refusing to initialize on purpose');
  const answer = () => {
    server.reply(rawId, {
      protocolVersion: params.protocolVersion ?? '2025-11-25',
      capabilities: capabilities(),
      serverInfo: { name: options.name ?? 'scripted', version: '1.0.0' },
      instructions: options.instructions ?? 'Scripted test server.',
    });
    if (options['crash-loop']) die(1, `crash loop, spawn ${spawn}`);
  };
  if (options['init-delay'] === undefined) answer();
  else setTimeout(answer, Number(options['init-delay']));
}

function readResource(rawId, uri) {
  if (uri === 'mem://crash-once' && !fs.existsSync(stateFile('resource-crashed'))) {
    fs.writeFileSync(stateFile('resource-crashed'), '');
    die(7, 'resource read crashed the server once');
  }
  const known = RESOURCES.some((r) => r.uri === uri) || /^mem:\/\/item\//.test(uri);
  if (!known) return server.fail(rawId, -32002, 'Resource not found', { uri });
  server.reply(rawId, { contents: [{ uri, mimeType: 'text/plain', text: `content of ${uri}, spawn ${spawn}` }] });
}

function complete(rawId, { ref, argument }) {
  if (argument.value === 'crash') die(8, 'completion crashed the server');
  const values = ['alice', 'bob', 'bert'].filter((v) => v.startsWith(argument.value));
  server.reply(rawId, { completion: { values, total: values.length, hasMore: false }, _meta: { ref: ref.type } });
}

function request(line, message, rawId) {
  const params = message.params ?? {};
  if (options['die-on'] === message.method) die(9, `died on ${message.method}`);
  switch (message.method) {
    case 'initialize':
      return initialize(rawId, params);
    case 'ping':
      return server.reply(rawId, {});
    case 'tools/list':
      if (options['no-tools']) break;
      if (options['list-error'] !== undefined) return server.fail(rawId, -32603, options['list-error']);
      return server.reply(rawId, toolPage(params.cursor));
    case 'tools/call':
      return callTool(server, rawId, params, line);
    case 'prompts/list':
      return server.reply(rawId, { prompts: PROMPTS });
    case 'prompts/get':
      if (params.name === 'crash') die(6, 'prompt crashed the server');
      return server.reply(rawId, {
        messages: [{ role: 'user', content: { type: 'text', text: `Hello ${params.arguments?.who}, spawn ${spawn}` } }],
      });
    case 'resources/list':
      return server.reply(rawId, { resources: RESOURCES });
    case 'resources/templates/list':
      return server.reply(rawId, { resourceTemplates: TEMPLATES });
    case 'resources/read':
      return readResource(rawId, params.uri);
    case 'resources/subscribe':
      server.subscriptions.add(params.uri);
      return server.reply(rawId, {});
    case 'resources/unsubscribe':
      server.subscriptions.delete(params.uri);
      return server.reply(rawId, {});
    case 'logging/setLevel':
      server.level = params.level;
      return server.reply(rawId, {});
    case 'completion/complete':
      return complete(rawId, params);
  }
  server.fail(rawId, -32601, `Method not found: ${message.method}`);
}

const received = receiveLog(options.log);

const isInt32 = (rawId) => /^-?\d+$/.test(rawId) && Number(rawId) === (Number(rawId) | 0);

function handle(line) {
  received(line);
  const message = JSON.parse(line);
  const rawId = rawValue(line, ['id']);
  if (message.method === undefined) {
    const resolve = server.asked.get(rawId);
    server.asked.delete(rawId);
    return resolve?.(line);
  }
  if (options['integer-ids'] && rawId !== undefined && !isInt32(rawId)) {
    return process.stderr.write(`cannot decode id ${rawId}: not an i32\n`);
  }
  if (rawId !== undefined) return request(line, message, rawId);
  if (options['die-on'] === message.method) die(9, `died on ${message.method}`);
  if (message.method === 'notifications/cancelled') {
    onCancelled(server, rawValue(line, ['params', 'requestId']));
  } else if (message.method === 'notifications/initialized' && options['no-read']) {
    server.stopReading();
  }
}

function start() {
  if (options['pid-file']) fs.writeFileSync(options['pid-file'], String(process.pid));
  if (options['exit-at-start'] !== undefined) {
    die(Number(options['exit-at-start']), 'cannot start: configuration is missing');
  }
  if (options.bom) server.writeRaw('\uFEFF');
  if (options['banner-at-start']) {
    server.writeRaw('Scripted server starting…\n\nnpm warn deprecated left-pad@1.0.0\n{"level":30,"msg":"a log line"}\n[1,2]\n42\n"text"\n');
  }
  if (options['ignore-term']) process.on('SIGTERM', () => {});
  readLines(process.stdin, handle, () => {
    if (options['ignore-eof']) setInterval(() => {}, 1000);
    else process.exit(0);
  });
}

/** Starts only once it has what no two processes can have at the same time. */
function startExclusively() {
  if (options['hold-lock'] !== undefined) {
    try {
      fs.closeSync(fs.openSync(options['hold-lock'], 'wx'));
    } catch (e) {
      die(1, `another instance is running: ${e.message}`);
    }
    process.on('exit', () => fs.unlinkSync(options['hold-lock']));
  }
  if (options['hold-port'] === undefined) start();
  else net.createServer().listen(Number(options['hold-port']), '127.0.0.1', start);
}

if (options['start-delay'] === undefined) startExclusively();
else setTimeout(startExclusively, Number(options['start-delay']));
