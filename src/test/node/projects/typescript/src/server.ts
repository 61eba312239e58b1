// A server as its developer has it: TypeScript, compiled by tsc, on the second-generation SDK.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (text: string) => ({ content: [{ type: 'text' as const, text }] });

function build(): McpServer {
  const server = new McpServer({ name: 'typescript-project', version: '1.0.0' });
  server.registerTool(
    'greet',
    { description: 'Greets somebody', inputSchema: z.object({ who: z.string() }) },
    ({ who }) => text(`Hello ${who}`),
  );
  // MORE TOOLS
  return server;
}

serveStdio(build);
