// A small real server on the second-generation TypeScript SDK over HTTP: `--port N` and a mode:
//   --stateful    legacy era with sessions and a GET stream
//   --stateless   both eras, the legacy one without sessions (the default)
//   --modern      2026-07-28 only
import { randomUUID } from 'node:crypto';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { z } from 'zod';
import { serve } from './lib/http.mjs';
import { parseOptions } from './lib/wire.mjs';
import { addTools } from './lib/small-tools.mjs';

const options = parseOptions(process.argv.slice(2), ['stateful', 'stateless', 'modern'], ['port']);
const transports = new Map();

function build() {
  const server = new McpServer({ name: 'http-sdk2', version: '1.0.0' });
  addTools(server, (fields) => z.object(fields));
  return server;
}

async function stateful(req, res) {
  const known = transports.get(req.headers['mcp-session-id']);
  if (known !== undefined) return known.handleRequest(req, res);
  if (req.headers['mcp-session-id'] !== undefined || req.method !== 'POST') {
    res.writeHead(404, { 'content-type': 'application/json' });
    return res.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null }));
  }
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => transports.set(id, transport),
  });
  await build().connect(transport);
  return transport.handleRequest(req, res);
}

const handler = toNodeHandler(createMcpHandler(build, { legacy: options.modern ? 'reject' : 'stateless' }));
serve(options.port, options.stateful ? stateful : async (req, res) => handler(req, res));
