// `npm run dev:token` and `dev:code`: run a program as built when the stack started. Building again would take longer than the
// program, and its output would mix with the result.
import { existsSync } from 'node:fs';

const [name] = process.argv.splice(2, 1);
const program = new URL(`../../dist/tools/dev-stack/${name}.js`, import.meta.url);

if (existsSync(program)) await import(program);
else {
  console.error('No stack is built. Run `npm start`, and wait until it is up.');
  process.exitCode = 1;
}
