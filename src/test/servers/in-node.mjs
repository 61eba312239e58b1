// The scripted server behind a process of Node, for tests of what Node and its tools do. It ends as the server does.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('scripted.py', import.meta.url));
spawn('python3', ['-SB', script, ...process.argv.slice(2)], { stdio: 'inherit' }).on('exit', (code, signal) =>
  signal ? process.kill(process.pid, signal) : process.exit(code),
);
