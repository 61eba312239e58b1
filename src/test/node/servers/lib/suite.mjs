// What the official conformance suite wants of a server, in both revisions: tools, prompts and
// resources, written once. The era is the business of conformance.mjs and conformance-modern.mjs,
// which hand each tool and prompt a `call`:
//
//   arguments            as the client gave them
//   can(capability)      whether the client has it
//   ask(questions)       name → {method, params}; gives name → result
//   log(level, data)     a log message
//   progress(n, total)   nothing without a token
//   changed(kind)        tells that `tools` or `prompts` are others now

export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

/** A client that lacks what a tool needs. */
export class Lacking extends Error {
  constructor(capability) {
    super(`The client does not support ${capability}`);
    this.capability = capability;
  }
}

const text = (t) => ({ type: 'text', text: t });
const said = (t) => ({ content: [text(t)] });
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const embedded = (uri, mimeType, t) => ({ type: 'resource', resource: { uri, mimeType, text: t } });

const form = (message, properties, required = Object.keys(properties)) => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties, required } },
});
const sample = (prompt, maxTokens) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(prompt) }], maxTokens },
});
const string = { type: 'string' };
const ROOTS = { method: 'roots/list', params: {} };
const CONFIRM = form('Please confirm', { ok: { type: 'boolean' } });

/** Has the user fill in a form in which nothing is required. */
async function elicit({ ask }, message, properties) {
  const { action, content } = (await ask({ form: form(message, properties, []) })).form;
  return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
}

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

const changed = new Set(); // what exists since the last change

/** Adds a tool or a prompt, or removes it again. */
function toggle(kind, call) {
  if (!changed.delete(kind)) changed.add(kind);
  call.changed(kind);
  return said(`The ${kind} have changed`);
}

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
  test_tool_with_logging: ({ log }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) log('info', data);
    return said('Tool with logging executed successfully');
  },
  test_tool_with_progress: ({ progress }) => {
    for (const done of [0, 50, 100]) progress(done, 100);
    return said('Tool with progress executed successfully');
  },
  test_error_handling: () => ({ ...said('This tool intentionally returns an error for testing'), isError: true }),
  test_sampling: async ({ ask, arguments: { prompt } }) =>
    said(`LLM response: ${(await ask({ sampling: sample(prompt, 100) })).sampling.content.text}`),
  test_elicitation: (call) => elicit(call, call.arguments.message, { username: string, email: string }),
  test_elicitation_sep1034_defaults: (call) =>
    elicit(call, 'Please review', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  test_elicitation_sep1330_enums: (call) => {
    const plain = ['option1', 'option2', 'option3'];
    const titled = (names) => names.map((title, i) => ({ const: `value${i + 1}`, title }));
    return elicit(call, 'Please choose', {
      untitledSingle: { type: 'string', enum: plain },
      titledSingle: { type: 'string', oneOf: titled(['First Option', 'Second Option', 'Third Option']) },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
      titledMulti: { type: 'array', items: { anyOf: titled(['First Choice', 'Second Choice', 'Third Choice']) } },
    });
  },
  test_reconnection: () => said('Reconnection test completed successfully'),
  json_schema_2020_12_tool: ({ arguments: given }) => said(JSON.stringify(given)),

  // For the scenarios of 2026-07-28.
  test_missing_capability: ({ can }) => {
    if (!can('sampling')) throw new Lacking('sampling');
    return said('The client can sample');
  },
  test_streaming_elicitation: ({ progress }) => {
    progress(50, 100);
    return said('Streaming complete');
  },
  test_logging_tool: ({ log }) => {
    log('info', 'Diagnostic trace logging activated');
    return said('Logging evaluated');
  },
  test_trigger_tool_change: (call) => toggle('tools', call),
  test_trigger_prompt_change: (call) => toggle('prompts', call),
  test_input_required_result_elicitation: async ({ ask }) => {
    const { user_name } = await ask({ user_name: form('What is your name?', { name: string }) });
    return said(`Hello, ${user_name.content?.name}!`);
  },
  test_input_required_result_sampling: async ({ ask }) => {
    const { capital_question } = await ask({ capital_question: sample('What is the capital of France?', 100) });
    return said(capital_question.content.text);
  },
  test_input_required_result_list_roots: async ({ ask }) => {
    const { client_roots } = await ask({ client_roots: ROOTS });
    return said(`Found ${client_roots.roots.length} root(s)`);
  },
  test_input_required_result_request_state: async ({ ask }) => {
    const { confirm } = await ask({ confirm: CONFIRM });
    return said(`state-ok: ${confirm.content?.ok}`);
  },
  test_input_required_result_tampered_state: async ({ ask }) => {
    await ask({ confirm: CONFIRM });
    return said('integrity-ok: state verified');
  },
  test_input_required_result_multiple_inputs: async ({ ask }) => {
    const { user_name, greeting, client_roots } = await ask({
      user_name: form('What is your name?', { name: string }),
      greeting: sample('Generate a greeting', 50),
      client_roots: ROOTS,
    });
    return said(`Name: ${user_name.content?.name}; Greeting: ${greeting.content.text}; Roots: ${client_roots.roots.length}`);
  },
  test_input_required_result_multi_round: async ({ ask }) => {
    const { step1 } = await ask({ step1: form('Step 1: What is your name?', { name: string }) });
    const { step2 } = await ask({ step2: form('Step 2: What is your favorite color?', { color: string }) });
    return said(`Multi-round complete for ${step1.content?.name} who likes ${step2.content?.color}`);
  },
  test_input_required_result_capabilities: async ({ ask, can }) => {
    const questions = {};
    if (can('elicitation')) questions.elicit_input = form('Elicitation input', { value: string });
    if (can('sampling')) questions.sample_input = sample('Sample request', 50);
    return said(`capabilities-ok: received ${Object.keys(await ask(questions))}`);
  },
};

const user = (content) => ({ role: 'user', content });
const prompts = {
  test_simple_prompt: { messages: () => [user(text('This is a simple prompt for testing.'))] },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    messages: ({ arguments: { arg1, arg2 } }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    messages: ({ arguments: { resourceUri } }) => [
      user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  },
  test_prompt_with_image: { messages: () => [user(image), user(text('Please analyze the image above.'))] },
  test_input_required_result_prompt: {
    messages: async ({ ask }) => {
      const { user_context } = await ask({ user_context: form('What context should the prompt use?', { context: string }) });
      return [user(text(`Prompt with context: ${user_context.content?.context}`))];
    },
  },
};

const resources = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PIXEL },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content.' },
};
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

/** The content of a resource, or undefined. */
export function read(uri) {
  const id = uri.match(TEMPLATE)?.[1];
  if (id === undefined) return resources[uri];
  return { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
}

/** What answers the lists. */
export const lists = {
  'tools/list': () => ({
    tools: [...Object.keys(tools), ...(changed.has('tools') ? ['test_changed'] : [])].map((name) => ({
      name,
      description: `The suite's ${name}`,
      inputSchema: name === 'json_schema_2020_12_tool' ? SCHEMA_2020_12 : { type: 'object' },
    })),
  }),
  'prompts/list': () => ({
    prompts: [
      ...Object.entries(prompts).map(([name, { arguments: names = [] }]) => ({
        name,
        description: `The suite's ${name}`,
        arguments: names.map((each) => ({ name: each, description: each, required: true })),
      })),
      ...(changed.has('prompts') ? [{ name: 'test_changed', description: 'Is there after a change' }] : []),
    ],
  }),
  'resources/list': () => ({
    resources: Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri, description: uri, mimeType })),
  }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }),
};

const unknown = (what, name) => Object.assign(new Error(`Unknown ${what}: ${name}`), { code: -32602 });

/** What answers the requests in which the server may ask the client. */
export const calls = {
  async 'tools/call'({ name }, call) {
    if (!Object.hasOwn(tools, name)) throw unknown('tool', name);
    return tools[name](call);
  },
  async 'prompts/get'({ name }, call) {
    if (!Object.hasOwn(prompts, name)) throw unknown('prompt', name);
    return { messages: await prompts[name].messages(call) };
  },
};
