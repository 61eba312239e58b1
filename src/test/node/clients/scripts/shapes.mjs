// A tool for each shape of result, in `src/test/agents/server.py`. The tools are listed first, so the client checks each
// result against its tool's schema. Behind Pitstop each shape is the first thing that a new process of the server is
// asked for, and a plain result follows it from the same process.
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './common.mjs';

export const ignored = [];

const LIMIT_MS = 30_000;

export async function run(connection, t) {
  const { tools } = await connection.client.listTools();
  const names = tools.map((tool) => tool.name);
  const shapes = names.slice(names.indexOf('plain'), names.indexOf('crash'));
  for (const shape of shapes) {
    if (names.includes('recompile')) await kill(connection);
    await call(connection, t, shape);
    await call(connection, t, 'plain', {}, `after ${shape}`);
  }
}

/** Kills the server's process, and waits until Pitstop knows. */
async function kill(connection) {
  const facts = async (name) => (await connection.callTool({ name, arguments: {} }))._meta['dev.pitstop/facts'];
  await facts('recompile'); // which forgives the deaths so far: after many, a server is not started again
  const { pid, crashes } = await facts('server_status');
  process.kill(pid, 'SIGKILL');
  const end = Date.now() + LIMIT_MS;
  while ((await facts('server_status')).crashes === crashes) {
    if (Date.now() > end) throw new Error(`nobody noticed the end of ${pid}`);
    await sleep(20);
  }
}
