// What the official conformance suite wants of a server (revision 2025-11-25), over stdio. No SDK: it
// is asked through Pitstop, and answers to the letter.
//
//   --start-delay MS   reads only after so long
import { parseOptions, readLines, writeFully } from './lib/wire.mjs';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const options = parseOptions(process.argv.slice(2), [], ['start-delay']);
const send = (message) => writeFully(1, JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
const asked = new Map(); // our own questions, by id

/** Asks the client. */
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    const id = `q${asked.size + 1}`;
    asked.set(id, (answer) => (answer.error === undefined ? resolve(answer.result) : reject(new Error(answer.error.message))));
    send({ id, method, params });
  });

const text = (t) => ({ type: 'text', text: t });
const said = (t) => ({ content: [text(t)] });
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const embedded = (uri, mimeType, t) => ({ type: 'resource', resource: { uri, mimeType, text: t } });

/** Has the user fill in a form. */
const elicit = async (message, properties) => {
  const { action, content } = await ask('elicitation/create', {
    message,
    requestedSchema: { type: 'object', properties, required: [] },
  });
  return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
};

const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const tools = {
  test_simple_text: () => said('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_tool_with_logging: () => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      send({ method: 'notifications/message', params: { level: 'info', data } });
    }
    return said('Tool with logging executed successfully');
  },
  test_tool_with_progress: ({ _meta }) => {
    for (const progress of [0, 50, 100]) {
      send({ method: 'notifications/progress', params: { progressToken: _meta?.progressToken, progress, total: 100 } });
    }
    return said('Tool with progress executed successfully');
  },
  test_error_handling: () => ({ ...said('This tool intentionally returns an error for testing'), isError: true }),
  test_sampling: async ({ arguments: { prompt } }) => {
    const { content } = await ask('sampling/createMessage', {
      messages: [{ role: 'user', content: text(prompt) }],
      maxTokens: 100,
    });
    return said(`LLM response: ${content.text}`);
  },
  test_elicitation: ({ arguments: { message } }) =>
    elicit(message, { username: { type: 'string' }, email: { type: 'string' } }),
  test_elicitation_sep1034_defaults: () =>
    elicit('Please review', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  test_elicitation_sep1330_enums: () => {
    const plain = ['option1', 'option2', 'option3'];
    const titled = (names) => names.map((title, i) => ({ const: `value${i + 1}`, title }));
    return elicit('Please choose', {
      untitledSingle: { type: 'string', enum: plain },
      titledSingle: { type: 'string', oneOf: titled(['First Option', 'Second Option', 'Third Option']) },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
      titledMulti: { type: 'array', items: { anyOf: titled(['First Choice', 'Second Choice', 'Third Choice']) } },
    });
  },
  test_reconnection: () => said('Reconnection test completed successfully'),
  json_schema_2020_12_tool: ({ arguments: given }) => said(JSON.stringify(given)),
};

const user = (content) => ({ role: 'user', content });
const prompts = {
  test_simple_prompt: { messages: () => [user(text('This is a simple prompt for testing.'))] },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    messages: ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    messages: ({ resourceUri }) => [
      user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  },
  test_prompt_with_image: { messages: () => [user(image), user(text('Please analyze the image above.'))] },
};

const resources = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PIXEL },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content.' },
};
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

function read(uri) {
  const id = uri.match(TEMPLATE)?.[1];
  const found =
    id === undefined
      ? resources[uri]
      : { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
  if (found === undefined) throw Object.assign(new Error('Resource not found'), { code: -32002, data: { uri } });
  return { contents: [{ uri, ...found }] };
}

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, logging: {}, completions: {} },
    serverInfo: { name: 'conformance', version: '1.0.0' },
  }),
  ping: () => ({}),
  'logging/setLevel': () => ({}),
  'completion/complete': () => ({ completion: { values: [], hasMore: false } }),
  'tools/list': () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `The suite's ${name}`,
      inputSchema: name === 'json_schema_2020_12_tool' ? SCHEMA_2020_12 : { type: 'object' },
    })),
  }),
  'tools/call': (params) => tools[params.name](params),
  'prompts/list': () => ({
    prompts: Object.entries(prompts).map(([name, { arguments: names = [] }]) => ({
      name,
      description: `The suite's ${name}`,
      arguments: names.map((each) => ({ name: each, description: each, required: true })),
    })),
  }),
  'prompts/get': ({ name, arguments: given }) => ({ messages: prompts[name].messages(given ?? {}) }),
  'resources/list': () => ({
    resources: Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri, description: uri, mimeType })),
  }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }),
  'resources/read': ({ uri }) => read(uri),
  'resources/subscribe': () => ({}),
  'resources/unsubscribe': () => ({}),
};

async function answer({ id, method, params }) {
  const known = methods[method];
  if (known === undefined) return send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
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
