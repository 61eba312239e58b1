// A small command-line program in JavaScript; greet.sh and Greet.java are the same in other languages.
import { readFileSync } from 'node:fs';

const SCHEMA = {
  tools: [
    {
      name: 'greet',
      description: 'Greets somebody',
      parameters: {
        type: 'object',
        properties: { name: { type: 'string' }, times: { type: 'integer' }, loud: { type: 'boolean' } },
        required: ['name'],
      },
      cli_command: ['greet', '--times', '{times}', '--loud', '{loud}', '--', '{name}'],
    },
    { name: 'back', description: 'Gives its arguments back', parameters: { type: 'object' } },
    { name: 'refuse', description: 'Fails', cli_command: ['refuse'] },
  ],
};

function greet(words) {
  const end = words.indexOf('--');
  const options = words.slice(0, end);
  const at = options.indexOf('--times');
  const text = `Hello ${words[end + 1]}!`.repeat(at < 0 ? 1 : Number(options[at + 1]));
  return { greeting: options.includes('--loud') ? text.toUpperCase() : text };
}

const [command, ...words] = process.argv.slice(2);
switch (command) {
  case 'schema':
    console.log(JSON.stringify(SCHEMA));
    break;
  case 'greet':
    console.log(JSON.stringify(greet(words)));
    break;
  case 'back':
    console.log(`{"got":${readFileSync(0, 'utf8')}}`);
    break;
  default:
    console.error('greet: refused, as always');
    process.exitCode = 3;
}
