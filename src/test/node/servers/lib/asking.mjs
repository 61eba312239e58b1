// What asking1.mjs and asking2.mjs have in common.

export const SAMPLE = { messages: [{ role: 'user', content: { type: 'text', text: 'Who are you?' } }], maxTokens: 10 };
export const FORM = {
  mode: 'form',
  message: 'What is your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};

/** JSON with sorted keys: the SDKs give an answer's keys in orders of their own. */
export const json = (what) =>
  JSON.stringify(what, (key, value) =>
    value === null || typeof value !== 'object' || Array.isArray(value) ? value : Object.fromEntries(Object.entries(value).sort()),
  );
export const said = (what) => ({ content: [{ type: 'text', text: typeof what === 'string' ? what : json(what) }] });
export const who = (begun) => ['alice', 'bob'].filter((name) => name.startsWith(begun));
