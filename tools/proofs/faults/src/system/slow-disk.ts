import { until } from '@governance/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Of each call that waits for the disk. */
const delayMs = 300;

/** Makes the disk of running processes, and of those that they start, slow: strace delays each of their flushes. */
export class SlowDisk {
  private tracer: ChildProcess | undefined;

  async begin(pids: readonly number[]): Promise<void> {
    const calls = 'fsync,fdatasync,sync_file_range';
    const delay = ['-e', `trace=${calls}`, '-e', `inject=${calls}:delay_enter=${delayMs}ms`];
    const args = ['-f', '-qq', '-o', '/dev/null', ...delay, ...pids.flatMap((pid) => ['-p', String(pid)])];
    const tracer = spawn('strace', args, { stdio: 'ignore' });
    this.tracer = tracer;
    await once(tracer, 'spawn');
    await until(() => tracer.exitCode !== null || pids.some((pid) => tracerOf(pid) === tracer.pid));
    if (tracer.exitCode !== null) throw new Error('strace could not attach to PostgreSQL.');
  }

  async end(): Promise<void> {
    if (this.tracer?.exitCode !== null) return;
    const ended = once(this.tracer, 'exit');
    this.tracer.kill('SIGINT');
    await ended;
  }
}

function tracerOf(pid: number): number {
  try {
    return Number(/^TracerPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}
