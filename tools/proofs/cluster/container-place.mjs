// Where containers run: a namespace of networks of its own, so that ports and rules of this machine stay free and unchanged.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { imagesFolder, podmanEnvironment } from './podman.mjs';
import { run } from './run.mjs';

export const network = 'governance-images';

/** Only one run at a time. Resolves to a function that ends the claim, as the end of this process does. @throws beside another run. */
export async function claim() {
  mkdirSync(imagesFolder, { recursive: true });
  const holds = 'echo holds && exec cat';
  const holder = spawn('flock', ['--nonblock', join(imagesFolder, 'lock'), 'sh', '-c', holds], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const [answer] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
  if (typeof answer === 'number') throw new Error('Another run uses the containers. Wait for its end.');
  return () => holder.stdin.end();
}

/** `ip netns exec` would hide the control groups, so programs enter it with `nsenter`. */
export async function openNetwork() {
  await run('ip', ['netns', 'add', network]);
  await run('ip', ['-netns', network, 'link', 'set', 'lo', 'up']);
}

/** Removes everything of this and earlier runs except images. */
export async function cleanUp() {
  const file = `/run/netns/${network}`;
  const place = existsSync(file) ? ['nsenter', `--net=${file}`] : [];
  // Detached, so that a second Ctrl-C does not reach it.
  const options = { env: podmanEnvironment(), detached: true };
  const commands = [
    ['podman', 'rm', '--all', '--force', '--time=0', '--volumes'],
    ['buildah', 'rm', '--all'],
    ['podman', 'volume', 'rm', '--all', '--force'],
    ['podman', 'network', 'prune', '--force'],
    // Layers that no build has used for a week.
    ['podman', 'image', 'prune', '--force', '--filter=until=168h'],
  ];
  const failures = [];
  for (const command of commands) {
    const [program, ...args] = [...place, ...command];
    await run(program, args, options).catch((error) => failures.push(error));
  }
  if (place.length > 0) await run('ip', ['netns', 'delete', network], options);
  for (const folder of globSync(['base-*', 'stand-ins-*', 'machine'], { cwd: imagesFolder }))
    rmSync(join(imagesFolder, folder), { recursive: true, force: true });
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(({ message }) => message).join('\n'));
}
