import { type RunningProcess, runningProcess, stillRuns } from '@governance/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessRecord } from './process-record';

describe('ProcessRecord', () => {
  let folder: string;
  let file: string;
  const children: ChildProcess[] = [];

  /** A process that runs until ended, as leader of its own group. */
  async function startProcess(): Promise<RunningProcess> {
    const script = `setInterval(() => {}, 1000); console.log('ready')`;
    const child = spawn(process.execPath, ['-e', script], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    const known = runningProcess(child.pid ?? 0);
    if (!known) throw new Error('The process is not found.');
    return known;
  }

  const leave = (content: object) => {
    writeFileSync(file, JSON.stringify({ launchers: [], children: [], ...content }));
  };

  const gone: RunningProcess = { pid: 2 ** 30, parentPid: 1, startedAt: 'long ago', command: 'gone' };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'process-record-spec-'));
    file = join(folder, 'processes.json');
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('ends programs left by a killed stack', async () => {
    const left = await startProcess();
    leave({ stack: gone, children: [left] });
    await ProcessRecord.claim(file);
    expect(stillRuns(left)).toBe(false);
  });

  it('spares a process that reuses the id of a former one', async () => {
    const innocent = await startProcess();
    leave({ stack: gone, children: [{ ...innocent, startedAt: 'earlier' }] });
    await ProcessRecord.claim(file);
    expect(stillRuns(innocent)).toBe(true);
  });

  it('refuses while a stack runs, and does not end its programs', async () => {
    const stack = await startProcess();
    const program = await startProcess();
    const launcher = await startProcess();
    leave({ stack, launchers: [launcher], children: [program] });
    await expect(ProcessRecord.claim(file)).rejects.toThrow(`already running, as process ${stack.pid}`);
    expect([stack, program].every(stillRuns)).toBe(true);
    expect(existsSync(file)).toBe(true);
  });

  it('ends a stack whose launcher was killed', async () => {
    const stack = await startProcess();
    leave({ stack, launchers: [gone] });
    await ProcessRecord.claim(file);
    expect(stillRuns(stack)).toBe(false);
  });

  it('starts from a damaged record', async () => {
    writeFileSync(file, '{"stack":');
    await ProcessRecord.claim(file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ stack: { pid: process.pid } });
  });

  it('records this process and its programs privately, and removes them on release', async () => {
    const program = await startProcess();
    const record = await ProcessRecord.claim(file);
    record.add(program.pid);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      stack: { pid: process.pid },
      children: [program],
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    record.release();
    expect(existsSync(file)).toBe(false);
  });
});
