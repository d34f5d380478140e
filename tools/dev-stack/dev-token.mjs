// `npm run dev:token`: runs the program as built when the stack started. Building again would take longer than signing,
// and its output would mix with the token.
import { existsSync } from 'node:fs';

const program = new URL('../../dist/tools/dev-stack/dev-token.js', import.meta.url);

if (existsSync(program)) await import(program);
else {
  console.error('No stack is built. Run `npm start`, and wait until it is up.');
  process.exitCode = 1;
}
