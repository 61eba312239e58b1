// A server that asks its client, on the first-generation TypeScript SDK: legacy era only. What a
// client sees of it, it sees of asking2.mjs in the modern era.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { FORM, SAMPLE, json, said, who } from './lib/asking.mjs';

const mcp = new McpServer(
  { name: 'asking', version: '1.0.0' },
  { capabilities: { logging: {}, resources: { subscribe: true, listChanged: true } }, instructions: 'A server that asks.' },
);
const { server } = mcp;
const ask = {
  sampling: () => server.createMessage(SAMPLE),
  form: () => server.elicitInput(FORM),
  roots: () => server.listRoots(),
};

mcp.registerTool('plain', { description: 'Asks nothing', inputSchema: { text: z.string() } }, (a) => said(a.text));
for (const kind of Object.keys(ask)) {
  mcp.registerTool(`ask_${kind}`, { description: `Asks for ${kind}` }, async () => said({ [kind]: await ask[kind]() }));
}
mcp.registerTool('ask_twice', { description: 'Asks, and asks again' }, async () => {
  const form = await ask.form();
  return said({ form, sampling: await ask.sampling() });
});
mcp.registerTool('ask_all', { description: 'Asks three things at once' }, async () => {
  const [form, sampling, roots] = await Promise.all([ask.form(), ask.sampling(), ask.roots()]);
  return said({ form, sampling, roots });
});
mcp.registerTool('log', { description: 'Logs at two levels' }, async () => {
  for (const level of ['debug', 'warning']) await mcp.sendLoggingMessage({ level, data: `a ${level}`, logger: 'asking' });
  return said('logged');
});
mcp.registerTool('steps', { description: 'Reports progress', inputSchema: { n: z.number() } }, async ({ n }, extra) => {
  const progressToken = extra._meta?.progressToken;
  for (let progress = 1; progressToken !== undefined && progress <= n; progress++) {
    await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total: n } });
  }
  return said(`${n} steps`);
});
mcp.registerTool('touch', { description: 'Changes a resource', inputSchema: { uri: z.string() } }, async ({ uri }) => {
  if (subscribed.has(uri)) await server.sendResourceUpdated({ uri });
  return said(`touched ${uri}`);
});
mcp.registerTool('grow', { description: 'Adds a tool' }, () => {
  mcp.registerTool('grown', { description: 'Added at run time' }, () => said('grown'));
  return said('grew');
});
mcp.registerPrompt(
  'greet',
  { description: 'Greets somebody', argsSchema: { who: completable(z.string(), who) } },
  ({ who: name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Hello ${name}` } }] }),
);
mcp.registerPrompt('asking', { description: 'Asks before it greets' }, async () => ({
  messages: [{ role: 'user', content: { type: 'text', text: json(await ask.form()) } }],
}));
mcp.registerResource('one', 'asking://one', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'one' }] }));
mcp.registerResource('asking', 'asking://asking', {}, async (uri) => ({
  contents: [{ uri: uri.href, text: json(await ask.roots()) }],
}));

const subscribed = new Set();
server.setRequestHandler(SubscribeRequestSchema, ({ params }) => (subscribed.add(params.uri), {}));
server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => (subscribed.delete(params.uri), {}));

await mcp.connect(new StdioServerTransport());
