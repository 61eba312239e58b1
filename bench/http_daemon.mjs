// The daemon of bench/http: the least MCP server over HTTP (2025-11-25, JSON answers, kept connections) that Node can be.
//
//   node http_daemon.mjs [PORT]     at 127.0.0.1; writes `listening on PORT` to stdout
import http from 'node:http';
import { randomUUID } from 'node:crypto';

const CALL = /^\{"jsonrpc":"2\.0","id":([^,]+),"method":"tools\/call","params":\{.*"text":("(?:[^"\\]|\\.)*")\}/s;
const sessions = new Set();
const echo = { name: 'echo', description: 'Says it again', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };

function result(message) {
  switch (message.method) {
    case 'initialize':
      return {
        protocolVersion: message.params.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'bench', version: '1' },
      };
    case 'tools/list':
      return { tools: [echo] };
    case 'tools/call':
      return { content: [{ type: 'text', text: String(message.params.arguments?.text ?? '') }] };
    case 'ping':
      return {};
  }
}

function say(res, status, text, headers = {}) {
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers });
  res.end(text);
}

function post(req, res, text) {
  const known = sessions.has(req.headers['mcp-session-id']);
  const usual = known ? CALL.exec(text) : undefined;
  if (usual) return say(res, 200, `{"jsonrpc":"2.0","id":${usual[1]},"result":{"content":[{"type":"text","text":${usual[2]}}]}}`);
  const message = JSON.parse(text);
  if (message.method !== 'initialize' && !known) {
    return say(res, 404, '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}');
  }
  if (message.id === undefined || message.method === undefined) return res.writeHead(202).end();
  const answer = result(message);
  const body = answer
    ? { jsonrpc: '2.0', id: message.id, result: answer }
    : { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'Method not found' } };
  const headers = {};
  if (message.method === 'initialize') sessions.add((headers['mcp-session-id'] = randomUUID()));
  return say(res, 200, JSON.stringify(body), headers);
}

function get(res) {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.flushHeaders();
}

const server = http.createServer((req, res) => {
  if (req.url !== '/mcp') return say(res, 404, '{}'); // where some bridges look for OAuth
  if (req.method === 'GET') return get(res);
  if (req.method === 'DELETE') {
    sessions.delete(req.headers['mcp-session-id']);
    return res.writeHead(200).end();
  }
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  return req.on('end', () => post(req, res, Buffer.concat(chunks).toString('utf8')));
});
server.keepAliveTimeout = 120_000;
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
