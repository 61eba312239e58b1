// A server as its developer has it: plain JavaScript, no build, on the first-generation SDK.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const text = (text) => ({ content: [{ type: 'text', text }] });
const server = new McpServer({ name: 'javascript-project', version: '1.0.0' });

server.registerTool('greet', { description: 'Greets somebody', inputSchema: { who: z.string() } }, ({ who }) => text(`Hello ${who}`));
// MORE TOOLS

await server.connect(new StdioServerTransport());
