// What the official conformance suite wants of a server (revision 2025-11-25), over stdio. No SDK: it
// is asked through Pitstop, and answers to the letter. It knows the legacy era only: before its
// handshake it refuses everything but `ping`, and after it what is modern in a request means nothing.
//
//   --start-delay MS   reads only after so long
import { calls, lists, read } from './lib/suite.mjs';
import { parseOptions, readLines, writeFully } from './lib/wire.mjs';

const options = parseOptions(process.argv.slice(2), [], ['start-delay']);
const send = (message) => writeFully(1, JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
const asked = new Map(); // our own questions, by id
let client; // its capabilities, after the handshake

/** Asks the client. */
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    const id = `q${asked.size + 1}`;
    asked.set(id, (answer) => (answer.error === undefined ? resolve(answer.result) : reject(new Error(answer.error.message))));
    send({ id, method, params });
  });

function callOf({ arguments: given = {}, _meta }) {
  const progressToken = _meta?.progressToken;
  return {
    arguments: given,
    can: (capability) => client[capability] !== undefined,
    ask: async (questions) => {
      const answers = Object.entries(questions).map(async ([name, { method, params }]) => [name, await ask(method, params)]);
      return Object.fromEntries(await Promise.all(answers));
    },
    log: (level, data) => send({ method: 'notifications/message', params: { level, data } }),
    progress: (progress, total) => {
      if (progressToken !== undefined) send({ method: 'notifications/progress', params: { progressToken, progress, total } });
    },
    changed: (kind) => send({ method: `notifications/${kind}/list_changed` }),
  };
}

const methods = {
  initialize({ protocolVersion, capabilities }) {
    client = capabilities;
    return {
      protocolVersion: protocolVersion > '2025-11-25' ? '2025-11-25' : protocolVersion,
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true },
        logging: {},
        completions: {},
      },
      serverInfo: { name: 'conformance', version: '1.0.0' },
    };
  },
  ping: () => ({}),
  'logging/setLevel': () => ({}),
  'completion/complete': () => ({ completion: { values: [], hasMore: false } }),
  ...lists,
  // A tool that cannot do its work without the client says so in its result, as SDK servers do.
  'tools/call': (params) =>
    calls['tools/call'](params, callOf(params)).catch((e) => {
      if (e.code !== undefined) throw e;
      return { content: [{ type: 'text', text: e.message }], isError: true };
    }),
  'prompts/get': (params) => calls['prompts/get'](params, callOf(params)),
  'resources/read'({ uri }) {
    const found = read(uri);
    if (found === undefined) throw Object.assign(new Error('Resource not found'), { code: -32002, data: { uri } });
    return { contents: [{ uri, ...found }] };
  },
  'resources/subscribe': () => ({}),
  'resources/unsubscribe': () => ({}),
};

async function answer({ id, method, params }) {
  const known = methods[method];
  if (known === undefined) return send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
  if (client === undefined && method !== 'initialize' && method !== 'ping') {
    return send({ id, error: { code: -32600, message: 'The first request must be initialize' } });
  }
  try {
    return send({ id, result: await known(params ?? {}) });
  } catch ({ code = -32603, message, data }) {
    return send({ id, error: { code, message, data } });
  }
}

setTimeout(
  () =>
    readLines(
      process.stdin,
      (line) => {
        const message = JSON.parse(line);
        if (message.method === undefined) asked.get(message.id)?.(message);
        else if (message.id !== undefined) answer(message);
      },
      () => process.exit(0),
    ),
  Number(options['start-delay'] ?? 0),
);
