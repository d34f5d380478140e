// `npm run dev:token`: the program as it was built when the stack was started. Building again would take longer than signing,
// and its words would stand between the token and whoever reads it.
import { existsSync } from 'node:fs';

const program = new URL('../../dist/tools/dev-stack/dev-token.js', import.meta.url);

if (existsSync(program)) await import(program);
else {
  console.error('Nothing is built. Start it with `npm start`, and wait until it is up.');
  process.exitCode = 1;
}
