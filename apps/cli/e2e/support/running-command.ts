import { type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export class RunningCommand {
  readonly ended: Promise<Ended>;
  private readonly events = new EventEmitter<{ output: [] }>();
  private stdout = '';
  private stderr = '';

  constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk) => (this.stdout += String(chunk)));
    child.stderr?.on('data', (chunk) => {
      this.stderr += String(chunk);
      this.events.emit('output');
    });
    this.ended = once(child, 'close').then(([code]) => ({
      code: code as number | null,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
  }

  /** The first match in what it says to the user, now or later. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.stderr);
      if (found) return found;
      const ended = await Promise.race([
        once(this.events, 'output').then(() => false),
        this.ended.then(() => true),
      ]);
      if (ended && !pattern.test(this.stderr)) throw new Error(`It ended: ${this.stderr}${this.stdout}`);
    }
  }
}
