// servers/asking1.mjs and servers/asking2.mjs: what a server asks its client, in both eras.
import { call, callWithProgress, introduce, listEverything } from './common.mjs';

export const ignored = [];
const LEVEL = 'io.modelcontextprotocol/logLevel';
const ONE = 'asking://one';

/** Subscribes to a resource and list changes; gives what ends that. */
async function subscribe({ client, era }) {
  if (era === 'legacy') {
    await client.subscribeResource({ uri: ONE });
    return () => client.unsubscribeResource({ uri: ONE });
  }
  const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: [ONE] });
  return async () => (await subscription.close(), subscription.closed);
}

export async function run(connection, t) {
  const { client, era } = connection;
  await introduce(connection, t);
  await listEverything(connection, t);
  await call(connection, t, 'plain', { text: 'grüße 日本 🚗 \u2028' });
  for (const kind of ['sampling', 'form', 'roots']) await call(connection, t, `ask_${kind}`);
  await call(connection, t, 'ask_twice');
  await call(connection, t, 'ask_all');
  await call(connection, t, 'ask_form', {}, 'ask_form once more');
  await callWithProgress(connection, t, 'steps', { n: 3 });
  await t.step('prompt', () => client.getPrompt({ name: 'greet', arguments: { who: 'ada' } }));
  await t.step('prompt that asks', () => client.getPrompt({ name: 'asking' }));
  await t.step('complete', () => client.complete({ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'a' } }));
  await t.step('read', () => client.readResource({ uri: ONE }));
  await t.step('read what asks', () => client.readResource({ uri: 'asking://asking' }));

  if (era === 'legacy') await client.setLoggingLevel('warning');
  const _meta = era === 'legacy' ? undefined : { [LEVEL]: 'warning' };
  await t.step('call log', () => connection.callTool({ name: 'log', arguments: {}, _meta }));
  await t.seen('notifications/message', (p) => p.level === 'warning');

  const unsubscribe = await subscribe(connection);
  await call(connection, t, 'touch', { uri: 'asking://another' }, 'touch another');
  await call(connection, t, 'touch', { uri: ONE });
  await t.seen('notifications/resources/updated', (p) => p.uri === ONE);
  await call(connection, t, 'grow');
  await t.seen('notifications/tools/list_changed');
  await listEverything(connection, t, ' after growing');
  await call(connection, t, 'grown');
  await unsubscribe();
  // Questions of calls that run at once: each to its own. A legacy server can ask a modern client only while one call is
  // open.
  await t.step('parallel', async () => {
    const plain = Array.from({ length: 20 }, (_, i) => connection.callTool({ name: 'plain', arguments: { text: `n${i}` } }));
    const kinds = era === 'legacy' ? ['form', 'sampling', 'roots'] : [];
    const asking = kinds.map((kind) => connection.callTool({ name: `ask_${kind}`, arguments: {} }));
    return Promise.all([...plain, ...asking]);
  });
  await t.step('unknown method', () => connection.raw('no/such/method', {}));
}
