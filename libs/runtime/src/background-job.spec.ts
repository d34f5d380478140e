import { BackgroundJob } from './background-job';
import { type Repetition } from './repeat';

const pauses = { pauseMs: 3_600_000, retryMs: 3_600_000, longestRetryMs: 3_600_000 };

class TwoTasks extends BackgroundJob {
  readonly runs: string[] = [];
  readonly failures: unknown[] = [];
  finish: () => void = () => undefined;

  protected repetitions(): readonly Repetition[] {
    const onFailure = (error: unknown): void => {
      this.failures.push(error);
    };
    return [
      { task: () => this.slow(), onFailure, ...pauses },
      { task: () => Promise.reject(new Error('away')), onFailure, ...pauses },
    ];
  }

  private async slow(): Promise<void> {
    this.runs.push('begun');
    await new Promise<void>((resolve) => {
      this.finish = resolve;
    });
    this.runs.push(this.signal.aborted ? 'finished at shutdown' : 'finished');
  }
}

describe('BackgroundJob', () => {
  it('runs each task from startup on, and ends after the current run', async () => {
    const job = new TwoTasks();
    job.onApplicationBootstrap();
    await new Promise(setImmediate);
    expect(job.failures).toEqual([new Error('away')]);
    let stopped = false;
    const stop = job.beforeApplicationShutdown().then(() => (stopped = true));
    await new Promise(setImmediate);
    expect(stopped).toBe(false);
    job.finish();
    await stop;
    expect(job.runs).toEqual(['begun', 'finished at shutdown']);
  });

  it('stops when it has not started', async () => {
    await expect(new TwoTasks().beforeApplicationShutdown()).resolves.toBeUndefined();
  });
});
