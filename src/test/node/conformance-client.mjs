// The client that the official conformance suite starts in its client mode. It speaks to
// `pitstop URL` over stdio, so that what the suite sees on the wire is Pitstop's doing.
//
//   PITSTOP_LAUNCHER=/path/to/pitstop conformance client \
//     --command "node conformance-client.mjs" --scenario NAME --spec-version REVISION
//
// The suite appends the server's URL and sets MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_PROTOCOL_VERSION
// and, for some scenarios, MCP_CONFORMANCE_CONTEXT. It splits the command at blanks: no path in it may have one.
//
//   PITSTOP_CONFORMANCE_DIRECT=1   the SDK's own HTTP transport instead, which proves this client
//   PITSTOP_CONFORMANCE_ERA        legacy or modern: the client's, whatever the server's is
//   PITSTOP_CONFORMANCE_OPTIONS    more options for Pitstop, separated by blanks
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const MODERN = '2026-07-28';
const env = process.env;
const scenario = env.MCP_CONFORMANCE_SCENARIO;
const revision = env.MCP_CONFORMANCE_PROTOCOL_VERSION === MODERN ? 'modern' : 'legacy';
const modern = (env.PITSTOP_CONFORMANCE_ERA ?? revision) === 'modern';
const context = JSON.parse(env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const url = process.argv.at(-1);

function transport() {
  if (env.PITSTOP_CONFORMANCE_DIRECT) return new StreamableHTTPClientTransport(new URL(url));
  if (!env.PITSTOP_LAUNCHER) throw new Error('PITSTOP_LAUNCHER is not set');
  const more = (env.PITSTOP_CONFORMANCE_OPTIONS ?? '').split(' ').filter((option) => option !== '');
  // Without tools of its own: these scenarios are about the server's.
  return new StdioClientTransport({ command: env.PITSTOP_LAUNCHER, args: ['--tools', 'none', ...more, url], env, stderr: 'inherit' });
}

const client = new Client(
  { name: 'conformance-client', version: '1.0.0' },
  {
    capabilities: { elicitation: { form: { applyDefaults: true } } },
    versionNegotiation: { mode: modern ? { pin: MODERN } : 'legacy' },
  },
);
client.setRequestHandler('elicitation/create', () => ({
  action: 'accept',
  content: scenario === 'sep-2322-client-request-state' ? { confirmed: true } : {},
}));

/** A value that fits a property of an input schema. */
function sample(schema) {
  switch (schema.type) {
    case 'number':
    case 'integer':
      return 2;
    case 'boolean':
      return true;
    case 'object':
      return {};
    case 'array':
      return [];
    default:
      return 'sample';
  }
}

/** The arguments that a tool's input schema requires. */
function sampleArguments({ inputSchema }) {
  const properties = inputSchema.properties ?? {};
  return Object.fromEntries((inputSchema.required ?? []).map((name) => [name, sample(properties[name] ?? {})]));
}

const callAll = async () => {
  const { tools } = await client.listTools();
  await Promise.all(tools.map((tool) => client.callTool({ name: tool.name, arguments: sampleArguments(tool) })));
};

const scenarios = {
  initialize: () => client.listTools(),
  tools_call: callAll,
  'elicitation-sep1034-client-defaults': callAll,
  async 'sse-retry'() {
    // The suite takes any GET after the call for the reconnection. The one for the stream of what belongs to no
    // request goes out after the handshake: it must have arrived, and nothing that a client sees tells that.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await callAll();
  },
  'request-metadata': callAll,
  'json-schema-ref-no-deref': () => client.listTools(),
  'http-invalid-tool-headers': callAll, // those that the transport lets through
  async 'sep-2322-client-request-state'() {
    // All at once: no state may get into another call. One tool leaves `resultType` out, which this
    // SDK refuses to read; the suite only wants to see that the call is not repeated.
    const { tools } = await client.listTools();
    const calls = await Promise.allSettled(tools.map(({ name }) => client.callTool({ name, arguments: {} })));
    const failed = calls.filter((call) => call.status === 'rejected').map((call) => call.reason);
    const unexpected = failed.find((reason) => reason.data?.violation !== 'missing-resultType');
    if (unexpected !== undefined) throw unexpected;
  },
  async 'json-schema-2020-12-preservation'() {
    const { tools } = await client.listTools();
    const schema = tools.find((tool) => tool.name === 'json_schema_2020_12_tool').inputSchema;
    await client.callTool({ name: 'json_schema_echo', arguments: { schema } });
  },
  async 'http-custom-headers'() {
    await client.listTools();
    for (const call of context.toolCalls) await client.callTool(call);
  },
  async 'http-standard-headers'() {
    await callAll();
    const { resources } = await client.listResources();
    for (const { uri } of resources) await client.readResource({ uri });
    const { prompts } = await client.listPrompts();
    for (const { name } of prompts) await client.getPrompt({ name });
  },
};

if (scenarios[scenario] === undefined) throw new Error(`unknown scenario ${scenario}`);
await client.connect(transport());
await scenarios[scenario]();
await client.close();
