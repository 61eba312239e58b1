// A headless Chromium over a pipe, with as much of the DevTools protocol as scripts/ui-pictures.mjs needs.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function start(executable) {
  const home = mkdtempSync(join(tmpdir(), 'pitstop-browser-'));
  const options = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--hide-scrollbars', '--disable-lcd-text', '--remote-debugging-pipe', `--user-data-dir=${home}`];
  const child = spawn(executable, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [, , , to, from] = child.stdio;
  const waiting = new Map();
  let last = 0;
  let rest = Buffer.alloc(0);
  from.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = JSON.parse(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const { resolve, reject } = waiting.get(message.id) ?? {};
      if (message.error) reject?.(new Error(message.error.message));
      else resolve?.(message.result);
    }
  });
  const send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      to.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  return {
    send: (method, params) => send(method, params, sessionId),
    async evaluate(expression) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await send('Browser.close');
      await ended;
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
