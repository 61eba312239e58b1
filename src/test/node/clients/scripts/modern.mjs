// The scripted server as plans/modern.json has it: the modern era, raw.
import { call, callWithProgress, introduce, listEverything } from './common.mjs';

export const ignored = [];

export async function run(connection, t) {
  const { client } = connection;
  await introduce(connection, t);
  await t.step('discover', () => client.discover());
  await listEverything(connection, t);
  const subscription = await client.listen({ toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['mem://one'] });
  await t.step('listen', () => subscription.honoredFilter);
  await call(connection, t, 'echo', { text: 'grüße 日本 🚗 \u2028' });
  await call(connection, t, 'ask_input');
  await callWithProgress(connection, t, 'progress', { n: 3 });
  await call(connection, t, 'no_such_tool');
  await t.step('read', () => client.readResource({ uri: 'mem://one' }));
  await call(connection, t, 'add_tool', { name: 'extra' });
  await t.seen('notifications/tools/list_changed');
  await listEverything(connection, t, ' after adding');
  await call(connection, t, 'end_subscriptions');
  await t.step('subscription ended', () => subscription.closed);
  await t.step('unknown method', () => connection.raw('no/such/method', {}));
}
