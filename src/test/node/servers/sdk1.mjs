// A small real server on the first-generation TypeScript SDK (legacy era only).
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { z } from 'zod';

const server = new McpServer(
  { name: 'sdk1', version: '1.0.0' },
  { capabilities: { logging: {} }, instructions: 'A small server on SDK 1.' },
);
const text = (t) => ({ content: [{ type: 'text', text: t }] });

server.registerTool('echo', { title: 'Echo', description: 'Gives back its text', inputSchema: { text: z.string() } }, (a) => text(a.text));
server.registerTool(
  'add',
  {
    description: 'Adds two numbers',
    inputSchema: { a: z.number(), b: z.number() },
    outputSchema: { sum: z.number() },
    annotations: { readOnlyHint: true },
  },
  ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
);
server.registerTool('crash', { description: 'Ends the server' }, () => {
  console.error('sdk1 crashes on purpose');
  process.exit(13);
});
let grown = 0;
server.registerTool('grow', { description: 'Adds a tool, a prompt and a resource' }, () => {
  const n = ++grown;
  server.registerTool(`grown_${n}`, { description: 'Added at run time' }, () => text(`grown ${n}`));
  server.registerPrompt(`grown_${n}`, { description: 'Added at run time' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: `grown ${n}` } }],
  }));
  server.registerResource(`grown_${n}`, `small://grown/${n}`, {}, (uri) => ({ contents: [{ uri: uri.href, text: `grown ${n}` }] }));
  return text(`grown_${n}`);
});
server.registerTool('ask', { description: 'Asks the client for a completion' }, async () => {
  const answer = await server.server.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: 'Who are you?' } }],
    maxTokens: 10,
  });
  return text(JSON.stringify(answer));
});
server.registerTool('steps', { description: 'Reports progress', inputSchema: { n: z.number() } }, async ({ n }, extra) => {
  const progressToken = extra._meta?.progressToken;
  for (let progress = 1; progressToken !== undefined && progress <= n; progress++) {
    await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total: n } });
  }
  return text(`${n} steps`);
});
server.registerPrompt(
  'greet',
  { description: 'Greets somebody', argsSchema: { who: completable(z.string(), (v) => ['alice', 'bob'].filter((n) => n.startsWith(v))) } },
  ({ who }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Hello ${who}` } }] }),
);
server.registerResource('one', 'small://one', { mimeType: 'text/plain' }, (uri) => ({ contents: [{ uri: uri.href, text: 'one — ünï' }] }));
server.registerResource('item', new ResourceTemplate('small://item/{id}', { list: undefined }), {}, (uri, { id }) => ({
  contents: [{ uri: uri.href, text: `item ${id}` }],
}));

await server.connect(new StdioServerTransport());
