// The tools of the small HTTP servers, the same on every SDK.
import { z } from 'zod';

const text = (t) => ({ content: [{ type: 'text', text: t }] });
let counted = 0;

/** `echo`, `count`, `pid`, and `grow`, which adds a tool while the server runs. */
export function addTools(server, shape = (fields) => fields) {
  server.registerTool('echo', { description: 'Gives back its text', inputSchema: shape({ text: z.string() }) }, (a) => text(a.text));
  server.registerTool('count', { description: 'How often it was called' }, () => text(String(++counted)));
  server.registerTool('pid', { description: 'Which process this is' }, () => text(String(process.pid)));
  server.registerTool('grow', { description: 'Adds a tool' }, () => {
    server.registerTool('grown', { description: 'Added at run time' }, () => text('grown'));
    return text('grown');
  });
}
