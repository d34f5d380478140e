import { until } from '@governance/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from '../real/kubectl';

const tool = join(workspace, 'tools/proofs/cluster/own-namespaces.mjs');
/** Leaves a process without a parent in a group of its own, makes a mount, and waits. */
const program = `
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
const [marker, folder, cgroup] = process.argv.slice(-3);
const [hierarchy] = ['/sys/fs/cgroup/pids/', '/sys/fs/cgroup/'].filter((each) => process.getBuiltinModule('fs').existsSync(each + cgroup));
mkdirSync(hierarchy + cgroup + '/inner');
execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/mnt']);
const orphan = spawn('sleep', [marker], { detached: true, stdio: 'ignore' });
writeFileSync(hierarchy + cgroup + '/inner/cgroup.procs', String(orphan.pid));
orphan.unref();
writeFileSync(process.env.READY, folder + ' ' + cgroup);
setInterval(() => undefined, 1_000);
`;

function processes(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8');
      } catch {
        // It has just ended.
        return '';
      }
    });
}

describe('a program in namespaces of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-namespaces-'));
  const [file, ready] = [join(folder, 'program.mjs'), join(folder, 'ready')];
  // That no other process has.
  const marker = `86400.${process.pid}`;
  const isRunning = (): boolean => processes().some((line) => line.includes(marker));

  async function start(): Promise<{ child: ChildProcess; made: string[] }> {
    rmSync(ready, { force: true });
    const run = `import('${tool}').then((tool) => tool.runInOwnNamespaces('${file}', ['${marker}']))`;
    const script = `${run}.then((code) => process.exit(code))`;
    const child = spawn(process.execPath, ['-e', script], {
      env: { ...process.env, READY: ready },
      stdio: 'inherit',
    });
    const text = await until(() => existsSync(ready) && readFileSync(ready, 'utf8'));
    const [place = '', cgroup = ''] = text.split(' ');
    return { child, made: [place, ...globSync(`/sys/fs/cgroup{,/*}/${cgroup}`)] };
  }

  beforeAll(() => {
    writeFileSync(file, program);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('leaves no process, mount, group and file when it is interrupted', async () => {
    const { child, made } = await start();
    expect(isRunning()).toBe(true);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(isRunning()).toBe(false);
    expect(made.length).toBeGreaterThan(1);
    expect(made.filter(existsSync)).toEqual([]);
    expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(' /mnt tmpfs');
  });

  it('ends when it is killed, and the next run removes what is left', async () => {
    const { child, made } = await start();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await until(() => !isRunning());
    const next = await start();
    expect(made.filter(existsSync)).toEqual([]);
    next.child.kill('SIGTERM');
    expect(await once(next.child, 'exit')).toEqual([143, null]);
  });
});
