// The first-generation SDK behind the few verbs that the scripts use.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  CallToolResultSchema, CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, ResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { ROOTS, elicited, sampled } from './answers.mjs';

export async function connect({ command, args, env, cwd, mode }, transcript) {
  if (mode !== 'legacy') throw new Error('SDK 1 knows the legacy era only');
  const client = new Client(
    { name: 'differential', version: '1.0.0' },
    { capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } } },
  );
  const answer = (schema, make) =>
    client.setRequestHandler(schema, (request) => {
      transcript.request(request.method, request.params);
      return make(request.params);
    });
  answer(CreateMessageRequestSchema, sampled);
  answer(ElicitRequestSchema, elicited);
  answer(ListRootsRequestSchema, () => ROOTS);
  client.fallbackNotificationHandler = async (n) => transcript.notification(n.method, n.params);
  const transport = new StdioClientTransport({ command, args, env, cwd, stderr: 'inherit' });
  await client.connect(transport);
  transcript.watch(transport);
  return {
    era: 'legacy',
    client,
    transport,
    callTool: (params, options) => client.callTool(params, CallToolResultSchema, options),
    raw: (method, params, options) => client.request({ method, params }, ResultSchema, options),
    async callAsTask(params) {
      const stream = client.experimental.tasks.callToolStream(params, CallToolResultSchema, { task: { ttl: 60_000 } });
      for await (const message of stream) {
        if (message.type === 'result') return message.result;
        if (message.type === 'error') throw message.error;
      }
      throw new Error('the task stream ended without a result');
    },
  };
}
