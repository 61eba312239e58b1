// The second-generation SDK behind the few verbs that the scripts use.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { ROOTS, elicited, sampled } from './answers.mjs';

export async function connect({ command, args, env, cwd, mode }, transcript) {
  const negotiation = mode === 'modern' ? { pin: '2026-07-28' } : mode;
  const client = new Client(
    { name: 'differential', version: '1.0.0' },
    {
      capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode: negotiation },
    },
  );
  const answer = (method, make) =>
    client.setRequestHandler(method, (request) => {
      transcript.request(request.method, request.params);
      return make(request.params);
    });
  answer('sampling/createMessage', sampled);
  answer('elicitation/create', elicited);
  answer('roots/list', () => ROOTS);
  client.fallbackNotificationHandler = async (n) => transcript.notification(n.method, n.params);
  const transport = new StdioClientTransport({ command, args, env, cwd, stderr: 'inherit' });
  await client.connect(transport);
  transcript.watch(transport);
  return {
    era: client.getProtocolEra(),
    client,
    transport,
    callTool: (params, options) => client.callTool(params, options),
    raw: (method, params, options) => client.request({ method, params }, z.looseObject({}), options),
  };
}
