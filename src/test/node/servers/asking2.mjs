// A server that asks its client, on the second-generation TypeScript SDK: modern era only. What a
// client sees of it, it sees of asking1.mjs in the legacy era. Its state is signed with a key of this
// process.
import { randomBytes } from 'node:crypto';
import { McpServer, completable, createRequestStateCodec, inputRequired } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { FORM, SAMPLE, json, said, who } from './lib/asking.mjs';

const codec = createRequestStateCodec({ key: randomBytes(32) });
const questions = {
  sampling: () => inputRequired.createMessage(SAMPLE),
  form: () => inputRequired.elicit(FORM),
  roots: () => inputRequired.listRoots(),
};

/** What was answered so far, or what has to be asked still: `steps` are kinds of questions, asked at once. */
async function answered({ mcpReq }, ...steps) {
  const answers = { ...mcpReq.requestState(), ...mcpReq.inputResponses };
  for (const kinds of steps) {
    const missing = kinds.filter((kind) => answers[kind] === undefined);
    if (missing.length === 0) continue;
    const inputRequests = Object.fromEntries(missing.map((kind) => [kind, questions[kind]()]));
    return { asking: inputRequired({ inputRequests, requestState: await codec.mint(answers) }) };
  }
  return { answers: Object.fromEntries(steps.flat().map((kind) => [kind, answers[kind]])) };
}

function build() {
  const mcp = new McpServer(
    { name: 'asking', version: '1.0.0' },
    {
      capabilities: { logging: {}, resources: { subscribe: true, listChanged: true } },
      instructions: 'A server that asks.',
      requestState: { verify: codec.verify },
    },
  );
  const askingTool = (name, description, ...steps) =>
    mcp.registerTool(name, { description }, async (ctx) => {
      const { asking, answers } = await answered(ctx, ...steps);
      return asking ?? said(answers);
    });

  mcp.registerTool('plain', { description: 'Asks nothing', inputSchema: z.object({ text: z.string() }) }, (a) => said(a.text));
  for (const kind of Object.keys(questions)) askingTool(`ask_${kind}`, `Asks for ${kind}`, [kind]);
  askingTool('ask_twice', 'Asks, and asks again', ['form'], ['sampling']);
  askingTool('ask_all', 'Asks three things at once', ['form', 'sampling', 'roots']);
  mcp.registerTool('log', { description: 'Logs at two levels' }, async ({ mcpReq }) => {
    for (const level of ['debug', 'warning']) await mcpReq.log(level, `a ${level}`, 'asking');
    return said('logged');
  });
  mcp.registerTool('steps', { description: 'Reports progress', inputSchema: z.object({ n: z.number() }) }, async ({ n }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (let progress = 1; progressToken !== undefined && progress <= n; progress++) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: n } });
    }
    return said(`${n} steps`);
  });
  mcp.registerTool('touch', { description: 'Changes a resource', inputSchema: z.object({ uri: z.string() }) }, async ({ uri }) => {
    await mcp.server.sendResourceUpdated({ uri });
    return said(`touched ${uri}`);
  });
  mcp.registerTool('grow', { description: 'Adds a tool' }, () => {
    mcp.registerTool('grown', { description: 'Added at run time' }, () => said('grown'));
    return said('grew');
  });
  mcp.registerPrompt(
    'greet',
    { description: 'Greets somebody', argsSchema: z.object({ who: completable(z.string(), who) }) },
    ({ who: name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Hello ${name}` } }] }),
  );
  mcp.registerPrompt('asking', { description: 'Asks before it greets' }, async (ctx) => {
    const { asking, answers } = await answered(ctx, ['form']);
    return asking ?? { messages: [{ role: 'user', content: { type: 'text', text: json(answers.form) } }] };
  });
  mcp.registerResource('one', 'asking://one', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'one' }] }));
  mcp.registerResource('asking', 'asking://asking', {}, async (uri, ctx) => {
    const { asking, answers } = await answered(ctx, ['roots']);
    return asking ?? { contents: [{ uri: uri.href, text: json(answers.roots) }] };
  });
  return mcp;
}

serveStdio(build, { legacy: 'reject' });
