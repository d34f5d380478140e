import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { alive, descendants, killTree } from './process-tree';

describe('a process tree', () => {
  it('is killed with its stopped processes and those that left the group', async () => {
    const script = 'setsid sleep 60 & sleep 60 & kill -STOP $!; echo started; wait';
    const parent = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    await once(parent.stdout, 'data');
    const pid = parent.pid ?? 0;
    const tree = await descendants(pid);
    expect(tree).toHaveLength(3);
    await killTree(pid);
    expect(await alive(tree)).toEqual([]);
  });

  it('includes the children of a process that has already exited', async () => {
    const parent = spawn('sh', ['-c', 'setsid sleep 60 & echo started; wait'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(parent.stdout, 'data');
    const pid = parent.pid ?? 0;
    const family = await descendants(pid);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await killTree(pid, family);
    expect(await alive(family)).toEqual([]);
  });

  it('is not confused with another process that reuses its id', async () => {
    const stranger = { pid: process.pid, startedAt: '1' };
    await killTree(2 ** 22 + 1, [stranger]);
    expect(await alive([stranger])).toEqual([]);
  });
});
