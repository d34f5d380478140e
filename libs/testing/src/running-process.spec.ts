import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endProcess, processTree, runningProcess, stillRuns } from './running-process';
import { until } from './until';

/** A process that says when it is ready. `stubborn` ignores SIGTERM. */
async function startProcess({ stubborn }: { stubborn: boolean }) {
  const script = `${stubborn ? `process.on('SIGTERM', () => {});` : ''} setInterval(() => {}, 1000); console.log('ready')`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const known = runningProcess(child.pid ?? 0);
  if (!known) throw new Error('The process is not found.');
  return { child, known, exit: once(child, 'exit') };
}

describe('runningProcess', () => {
  it('describes a process and tells it from another one with its number', async () => {
    const { child, known, exit } = await startProcess({ stubborn: false });
    expect(known.command).toContain('setInterval');
    expect(known.parentPid).toBe(process.pid);
    expect(stillRuns(known)).toBe(true);
    expect(stillRuns({ ...known, startedAt: 'another time' })).toBe(false);
    child.kill('SIGKILL');
    await exit;
    expect(runningProcess(known.pid)).toBeUndefined();
  });

  it('finds what a process has started, and what that has started', async () => {
    const child = spawn('sh', ['-c', 'sh -c "sleep 60 & echo ready; wait" & wait'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    const pid = child.pid ?? 0;
    const tree = processTree(pid);
    expect(tree).toHaveLength(3);
    process.kill(-pid, 'SIGKILL');
    await once(child, 'exit');
    await until(() => !tree.some(stillRuns));
    expect(processTree(pid)).toEqual([]);
  });

  it('returns undefined for an unused process number', () => {
    expect(runningProcess(2 ** 30)).toBeUndefined();
  });
});

describe('endProcess', () => {
  it('ends a process with the signal', async () => {
    const { known, exit } = await startProcess({ stubborn: false });
    await endProcess(known, { signal: 'SIGTERM', graceMs: 10_000 });
    expect(await exit).toEqual([null, 'SIGTERM']);
  });

  it('kills a process that does not follow the signal', async () => {
    const { known, exit } = await startProcess({ stubborn: true });
    await endProcess(known, { signal: 'SIGTERM', graceMs: 100 });
    expect(await exit).toEqual([null, 'SIGKILL']);
  });

  it('leaves a later process with the same number alone', async () => {
    const { child, known, exit } = await startProcess({ stubborn: false });
    await endProcess({ ...known, startedAt: 'another time' }, { signal: 'SIGKILL', graceMs: 100 });
    expect(stillRuns(known)).toBe(true);
    child.kill('SIGKILL');
    await exit;
  });
});
