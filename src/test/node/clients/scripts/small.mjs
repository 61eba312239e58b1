// servers/sdk1.mjs and servers/sdk2.mjs: both SDKs, both eras, list changes at run time.
import { call, callWithProgress, introduce, listEverything } from './common.mjs';

export const ignored = [];

export async function run(connection, t) {
  const { client, era } = connection;
  await introduce(connection, t);
  await listEverything(connection, t);
  let subscription;
  if (era === 'modern') {
    subscription = await client.listen({ toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true });
    await t.step('listen', () => subscription.honoredFilter);
  }
  await call(connection, t, 'echo', { text: 'grüße 日本 🚗 \u2028' });
  await call(connection, t, 'echo', { text: 5 }, 'echo with a wrong type');
  await call(connection, t, 'add', { a: 1, b: 2.5 });
  await call(connection, t, 'no_such_tool');
  await callWithProgress(connection, t, 'steps', { n: 3 });
  await call(connection, t, 'ask');
  await t.step('prompt', () => client.getPrompt({ name: 'greet', arguments: { who: 'ada' } }));
  await t.step('complete', () => client.complete({ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'a' } }));
  await t.step('read', () => client.readResource({ uri: 'small://one' }));
  await t.step('read by template', () => client.readResource({ uri: 'small://item/42' }));
  await t.step('read unknown', () => client.readResource({ uri: 'small://unknown' }));
  await call(connection, t, 'grow');
  await t.seen('notifications/tools/list_changed');
  await t.seen('notifications/prompts/list_changed');
  await t.seen('notifications/resources/list_changed');
  await listEverything(connection, t, ' after growing');
  await call(connection, t, 'grown_1');
  await t.step('parallel', () =>
    Promise.all(Array.from({ length: 50 }, (_, i) => connection.callTool({ name: 'echo', arguments: { text: `n${i}` } }))),
  );
  if (era === 'legacy') await t.step('ping', () => client.ping());
  await t.step('unknown method', () => connection.raw('no/such/method', {}));
  if (subscription) await t.step('unsubscribe', async () => (await subscription.close(), subscription.closed));
}
