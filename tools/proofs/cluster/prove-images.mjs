// `npm run prove -- images`: the images of docker/Dockerfile and the services of docker/compose.yaml, in real containers on this machine.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from '../../build/build-all.mjs';
import { jestArguments } from '../../build/jest-arguments.mjs';
import { runProgram } from '../../build/run-program.mjs';
import { missingForContainers } from './container-programs.mjs';
import { claim, cleanUp, network, openNetwork } from './container-place.mjs';
import { buildImages } from './images.mjs';
import { podman } from './podman.mjs';
import { buildStandIns } from './stand-ins.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);
console.log(
  'This command needs Linux, root, podman and packages of Debian and npm, but no registry of images. It takes about five minutes and ' +
    '6 GB of disk the first time.',
);
const missing = missingForContainers();
if (missing.length > 0) {
  console.error(`Missing:\n${missing.map((line) => `- ${line}`).join('\n')}`);
  process.exitCode = 1;
} else {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => stop.abort(new Error('Stopped')));
  try {
    await prove(stop.signal);
  } catch (error) {
    console.error(stop.signal.aborted ? 'Stopped' : error.message);
    process.exitCode = 1;
  }
}

async function prove(signal) {
  const release = await claim();
  // Also of the tests: interrupted, they remove nothing.
  const temporary = mkdtempSync(join(tmpdir(), 'prove-images-'));
  process.env.TMPDIR = temporary;
  try {
    // What a killed run has left.
    await cleanUp();
    console.log('Building the programs');
    await buildAll();
    const log = (line) => console.log(line);
    const began = Date.now();
    await buildImages({ root, log, signal });
    await buildStandIns({ root, log, signal });
    console.log(`All images after ${((Date.now() - began) / 1000).toFixed(0)} s`);
    await tellVersions(signal);
    await openNetwork();
    signal.throwIfAborted();
    process.exitCode = await runProgram('nsenter', [
      `--net=/run/netns/${network}`,
      process.execPath,
      ...jestArguments('tools/proofs/cluster/jest.images.config.cjs', '--verbose', ...process.argv.slice(2)),
    ]);
  } finally {
    console.log('Removing containers, networks and volumes. Images stay for the next run');
    rmSync(temporary, { recursive: true, force: true });
    await cleanUp();
    release();
  }
}

async function tellVersions(signal) {
  const script = 'cat /etc/debian_version; node --version; "$BROWSER_EXECUTABLE" --version';
  const inside = ['run', '--rm', '--no-healthcheck', '--network=none', '--entrypoint=sh'];
  const printed = await podman([...inside, 'localhost/governance/public-browser', '-c', script], { signal });
  const [debian, node, browser] = printed.trim().split('\n');
  const versionOf = (name) =>
    spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0].replace(' version', '');
  console.log(
    [versionOf('podman'), versionOf('runc'), `Debian ${debian}`, `Node ${node}`, browser.trim()].join(', '),
  );
}
