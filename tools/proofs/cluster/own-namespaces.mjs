// Runs a program as in a machine of its own: with its own processes, mounts and network. When it ends, or is killed in any
// way, the kernel ends and removes all of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const prefix = 'governance-node-';
const cgroups = '/sys/fs/cgroup';
const removeMs = 60_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `node file` there, with `folder` (for its files) and `cgroup` (the path of a group of processes) as its last arguments.
 * Resolves to its exit code. Leaves neither.
 */
export async function runInOwnNamespaces(file, args) {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, 'pid'), String(process.pid));
  const cgroup = basename(folder);
  try {
    makeCgroup(cgroup);
    return await run([process.execPath, file, ...args, folder, cgroup]);
  } finally {
    await removeCgroup(cgroup);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(command) {
  // The first process is a shell, because it also waits for processes that have lost their parent.
  const shell = ['bash', '-c', '"$@"; exit $?', 'bash', ...command];
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  // In a session of its own: a terminal's Ctrl-C comes only to this process, which ends all.
  // Before other programs of this machine, because the product has time limits.
  const prefixed = ['--pdeathsig', 'KILL', 'nice', '-n', '-15', 'unshare', ...namespaces, ...shell];
  const child = spawn('setpriv', prefixed, {
    stdio: 'inherit',
    detached: true,
  });
  let interrupted;
  const end = (signal) => {
    interrupted ??= signal;
    child.kill('SIGKILL');
  };
  for (const signal of signals) process.on(signal, end);
  const [code] = await once(child, 'exit');
  for (const signal of signals) process.off(signal, end);
  return interrupted === undefined ? (code ?? 1) : 128 + constants.signals[interrupted];
}

/** Of a run that was killed. */
function removeLeftovers() {
  for (const folder of globSync(join(tmpdir(), `${prefix}*`))) {
    const pid = existsSync(join(folder, 'pid')) ? readFileSync(join(folder, 'pid'), 'utf8') : '';
    if (existsSync(`/proc/${pid}/stat`) && pid !== '') continue;
    for (const group of groupsOf(basename(folder))) rmdirSync(group);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder of a group in each hierarchy. */
function placesOf(name) {
  if (existsSync(join(cgroups, 'cgroup.controllers'))) return [join(cgroups, name)];
  return globSync(join(cgroups, '*/')).map((hierarchy) => join(hierarchy, name));
}

function makeCgroup(name) {
  for (const place of placesOf(name)) {
    mkdirSync(place);
    const parent = join(place, '..');
    if (existsSync(join(place, 'cgroup.controllers'))) allowControllers(parent);
    // Each program outside the group weighs as much as the whole group by default.
    for (const [weight, value] of [
      ['cpu.shares', '10240'],
      ['cpu.weight', '1000'],
    ]) {
      if (existsSync(join(place, weight))) writeFileSync(join(place, weight), value);
    }
    // In the first version of cgroups a new group has no processors and no memory.
    for (const list of ['cpuset.cpus', 'cpuset.mems']) {
      if (!existsSync(join(parent, 'cgroup.controllers')) && existsSync(join(place, list)))
        writeFileSync(join(place, list), readFileSync(join(parent, list)));
    }
  }
}

function allowControllers(group) {
  const controllers = readFileSync(join(group, 'cgroup.controllers'), 'utf8').trim();
  const all = controllers.split(' ').filter(Boolean);
  if (all.length > 0)
    writeFileSync(join(group, 'cgroup.subtree_control'), all.map((name) => `+${name}`).join(' '));
}

/** The deepest first. */
function groupsOf(name) {
  return placesOf(name)
    .filter(existsSync)
    .flatMap((place) => [place, ...globSync(join(place, '**/')).map((group) => group.replace(/\/$/, ''))])
    .toSorted((one, other) => other.length - one.length)
    .filter((group, index, all) => all.indexOf(group) === index);
}

/** The kernel may still be ending the last processes. */
async function removeCgroup(name) {
  const deadline = Date.now() + removeMs;
  for (;;) {
    try {
      for (const group of groupsOf(name)) rmdirSync(group);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}
