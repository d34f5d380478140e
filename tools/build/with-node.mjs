// Runs a command on Node 24: the calling runtime if it is new enough, else the one that npm installed.
// Jest loads ESM packages with require(esm), which needs Node 24.9 or later. This file itself must run on Node 20.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.mjs';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

function fail(message) {
  console.error(message);
  process.exit(1);
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 11);
}

function bundledNode() {
  const platform = `${process.platform}-${process.arch}`;
  const node = join(modules, `node-${platform}`, 'bin', 'node');
  if (existsSync(node)) return node;
  return fail(
    `Node 24.11 or later is required. You run ${process.version}, and npm installed none for ${platform}: ` +
      'run `npm ci` without --omit=optional (on Linux), or install Node 24, and try again.',
  );
}

/** A `.js` file runs directly; any other name is the command of an installed package. */
function scriptOf(name) {
  if (/\.[cm]?js$/.test(name)) return name;
  const manifest = join(modules, name, 'package.json');
  if (!existsSync(manifest)) return fail(`${name} is not installed. Run \`npm ci\` first.`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(modules, name, typeof bin === 'string' ? bin : bin[name]);
}

const [command, ...args] = process.argv.slice(2);
if (command === undefined) fail('Usage: with-node.mjs <script or package> [arguments]');
const node = isNewEnough(process.versions.node) ? process.execPath : bundledNode();
process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
Object.assign(process.env, { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' });
// Programs that tests start by the hundred load their modules a fifth faster.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));
if (process.env.CI) process.env.NX_SKIP_NX_CACHE = 'true';
process.exitCode = await runProgram(node, [scriptOf(command), ...args]);
