// `npm run prove -- screenshots`: tests the pages at every width and in both themes, and writes what they look like.
import { runProgram } from './run-program.mjs';

process.env.SCREENSHOTS ??= 'reports/screenshots';
const pages = ['nx', 'run-many', '-t', 'e2e', '-p', 'public-api,identity-provider', '--', 'pages.e2e'];
process.exitCode = await runProgram(process.execPath, ['tools/build/with-node.mjs', ...pages]);
