// A small real server on the second-generation TypeScript SDK. It speaks both eras, and pins the one
// that the first message other than a discover probe belongs to.
//
//   --modern-only   refuses the legacy era
import { McpServer, ResourceTemplate, completable, inputRequired } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { parseOptions } from './lib/wire.mjs';

const options = parseOptions(process.argv.slice(2), ['modern-only'], []);
const text = (t) => ({ content: [{ type: 'text', text: t }] });
let grown = 0;

function build() {
  const server = new McpServer({ name: 'sdk2', version: '1.0.0' }, { instructions: 'A small server on SDK 2.' });
  server.registerTool('echo', { title: 'Echo', description: 'Gives back its text', inputSchema: z.object({ text: z.string() }) }, (a) => text(a.text));
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true },
    },
    ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  );
  server.registerTool('crash', { description: 'Ends the server' }, () => {
    console.error('sdk2 crashes on purpose');
    process.exit(13);
  });
  server.registerTool('grow', { description: 'Adds a tool, a prompt and a resource' }, () => {
    const n = ++grown;
    server.registerTool(`grown_${n}`, { description: 'Added at run time' }, () => text(`grown ${n}`));
    server.registerPrompt(`grown_${n}`, { description: 'Added at run time' }, () => ({
      messages: [{ role: 'user', content: { type: 'text', text: `grown ${n}` } }],
    }));
    server.registerResource(`grown_${n}`, `small://grown/${n}`, {}, (uri) => ({ contents: [{ uri: uri.href, text: `grown ${n}` }] }));
    return text(`grown_${n}`);
  });
  // Written once for both eras: a second round trip in the modern one, a request to the client in the old.
  server.registerTool('ask', { description: 'Asks the client for a completion' }, (ctx) => {
    const answer = ctx.mcpReq.inputResponses?.who;
    if (answer !== undefined) return text(JSON.stringify(answer));
    return inputRequired({
      inputRequests: {
        who: inputRequired.createMessage({
          messages: [{ role: 'user', content: { type: 'text', text: 'Who are you?' } }],
          maxTokens: 10,
        }),
      },
    });
  });
  server.registerTool('steps', { description: 'Reports progress', inputSchema: z.object({ n: z.number() }) }, async ({ n }, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (let progress = 1; progressToken !== undefined && progress <= n; progress++) {
      await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: n } });
    }
    return text(`${n} steps`);
  });
  server.registerPrompt(
    'greet',
    {
      description: 'Greets somebody',
      argsSchema: z.object({ who: completable(z.string(), (v) => ['alice', 'bob'].filter((n) => n.startsWith(v))) }),
    },
    ({ who }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Hello ${who}` } }] }),
  );
  server.registerResource('one', 'small://one', { mimeType: 'text/plain' }, (uri) => ({ contents: [{ uri: uri.href, text: 'one — ünï' }] }));
  server.registerResource('item', new ResourceTemplate('small://item/{id}', { list: undefined }), {}, (uri, { id }) => ({
    contents: [{ uri: uri.href, text: `item ${id}` }],
  }));
  return server;
}

serveStdio(build, { legacy: options['modern-only'] ? 'reject' : 'serve' });
