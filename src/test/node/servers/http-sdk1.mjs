// A small real server on the first-generation TypeScript SDK over HTTP: `--port N`, with sessions
// and a GET stream; `--stateless` without either. Sessions are refused as the SDK's examples do, or,
// with `--refuse-404`, as the transport itself does.
import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { serve } from './lib/http.mjs';
import { parseOptions } from './lib/wire.mjs';
import { addTools } from './lib/small-tools.mjs';

const options = parseOptions(process.argv.slice(2), ['stateless', 'refuse-404'], ['port']);
const transports = new Map();

function build() {
  const server = new McpServer({ name: 'http-sdk1', version: '1.0.0' }, { capabilities: { logging: {} } });
  addTools(server);
  return server;
}

async function newTransport() {
  const transport = new StreamableHTTPServerTransport(
    options.stateless
      ? { sessionIdGenerator: undefined }
      : { sessionIdGenerator: randomUUID, onsessioninitialized: (id) => transports.set(id, transport) },
  );
  transport.onclose = () => transports.delete(transport.sessionId);
  await build().connect(transport);
  return transport;
}

function refuse(res, status, code, message) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}

serve(options.port, async (req, res) => {
  if (options.stateless) {
    if (req.method !== 'POST') return refuse(res, 405, -32000, 'Method not allowed.');
    const transport = await newTransport();
    res.on('close', () => transport.close());
    return transport.handleRequest(req, res);
  }
  const id = req.headers['mcp-session-id'];
  const known = transports.get(id);
  if (known !== undefined) return known.handleRequest(req, res);
  if (id !== undefined && options['refuse-404']) return refuse(res, 404, -32001, 'Session not found');
  if (id !== undefined || req.method !== 'POST') return refuse(res, 400, -32000, 'Bad Request: No valid session ID provided');
  return (await newTransport()).handleRequest(req, res);
});
