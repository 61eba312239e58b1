// The least MCP server over stdio that Node can be: one tool, `echo`. What a reload of it takes is mostly Node's start.
const echo = { name: 'echo', description: 'Says it again', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };

function result({ method, params }) {
  switch (method) {
    case 'initialize':
      return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bench-node', version: '1' } };
    case 'tools/list':
      return { tools: [echo] };
    case 'tools/call':
      return { content: [{ type: 'text', text: String(params.arguments?.text ?? '') }] };
    case 'ping':
      return {};
  }
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.id === undefined || message.method === undefined) continue;
    const found = result(message);
    const error = { code: -32601, message: 'Method not found' };
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...(found ? { result: found } : { error }) }) + '\n');
  }
});
