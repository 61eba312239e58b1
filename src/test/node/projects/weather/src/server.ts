// The server of the samples in README.md and docs: small, with a bug that crashes it.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { celsius } from './stations.js';

const text = (text: string) => ({ content: [{ type: 'text' as const, text }] });

function build(): McpServer {
  const server = new McpServer({ name: 'weather', version: '1.0.0' });
  server.registerTool(
    'forecast',
    { description: 'Forecasts the weather', inputSchema: z.object({ city: z.string() }) },
    async ({ city }) => text(`${city}: ${await celsius(city)} degrees`),
  );
  return server;
}

serveStdio(build);
