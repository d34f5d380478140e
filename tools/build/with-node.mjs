// Runs a command on Node 24: the runtime that called us when it is new enough, else the one that npm installed.
// Jest loads ESM packages with require(esm), which needs Node 24.9 or later.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [command, ...args] = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);

function bundledNode() {
  const path = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(path)) return path;
  console.error(
    `This needs Node 24.11 or later. You run ${process.version}, and no Node package is installed for ` +
      `${process.platform}-${process.arch}. Install Node 24 and run the command again.`,
  );
  process.exit(1);
}

/** A script path is run as it is; anything else is the command-line program of an installed package. */
function scriptOf(name) {
  if (name.endsWith('.mjs') || name.endsWith('.js')) return name;
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[name]);
}

const node = major > 24 || (major === 24 && minor >= 11) ? process.execPath : bundledNode();
const child = spawn(node, [scriptOf(command), ...args], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    NX_DAEMON: 'false',
    NX_NO_CLOUD: 'true',
    NX_TUI: 'false',
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
