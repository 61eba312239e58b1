// The servers that bench/tokens looks at: a few tools out of a plan, over stdio, over HTTP, or as a command-line program
// that describes them. None has instructions, so that all that is said is Pitstop's.
//
//   node server.mjs stdio PLAN STARTS        each start adds a line to the file STARTS
//   node server.mjs http PLAN                prints its port
//   node server.mjs cli PLAN schema --json
//
// PLAN is a file with the names of its tools, as a JSON array.
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [mode, plan, starts] = process.argv.slice(2);
const tools = JSON.parse(readFileSync(plan, 'utf8')).map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}));

/** The answer to a message; undefined for a notification. */
function answer({ id, method, params }) {
  const result = (value) => ({ jsonrpc: '2.0', id, result: value });
  if (id === undefined) return undefined;
  switch (method) {
    case 'initialize':
      return result({
        protocolVersion: '2025-06-18',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'weather', version: '1.0.0' },
      });
    case 'tools/list':
      return result({ tools });
    case 'tools/call':
      if (params.arguments?.text === 'die') process.exit(3);
      return result({ content: [{ type: 'text', text: 'done' }] });
    case 'ping':
      return result({});
    default:
      return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
  }
}

switch (mode) {
  case 'stdio':
    appendFileSync(starts, `${process.pid}\n`);
    createInterface({ input: process.stdin }).on('line', (line) => {
      const reply = answer(JSON.parse(line));
      if (reply) process.stdout.write(`${JSON.stringify(reply)}\n`);
    });
    break;
  case 'http': {
    const server = createServer((request, response) => {
      if (request.method !== 'POST') {
        response.writeHead(405).end();
        return;
      }
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        const reply = answer(JSON.parse(body));
        if (reply) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
        else response.writeHead(202).end();
      });
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));
    break;
  }
  default:
    console.log(
      JSON.stringify({
        tools: tools.map(({ name, description, inputSchema }) => ({
          name,
          description,
          parameters: inputSchema,
          cli_command: [name, '{text}'],
        })),
      }),
    );
}
