import { Logger } from '@nestjs/common';
import { BackgroundJob } from './background-job';
import { type Repetition } from './repeat';

const pauses = { pauseMs: 3_600_000, retryMs: 3_600_000, longestRetryMs: 3_600_000 };

class TwoTasks extends BackgroundJob {
  readonly runs: string[] = [];
  finish: () => void = () => undefined;

  protected readonly logger = new Logger('TwoTasks');

  protected repetitions(): readonly Repetition[] {
    const failure = 'run failed';
    const failing = (): Promise<void> => Promise.reject(new Error('away'));
    return [
      this.logged({ task: () => this.slow(), failure, ...pauses }),
      this.logged({ task: failing, failure, ...pauses }),
      this.logged({ task: failing, failure, level: 'error', ...pauses }),
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
  afterAll(() => jest.restoreAllMocks());

  it('runs each task from startup on, logs failures, and ends after the current run', async () => {
    Logger.overrideLogger(false);
    const [warn, error] = [jest.spyOn(Logger.prototype, 'warn'), jest.spyOn(Logger.prototype, 'error')];
    const job = new TwoTasks();
    job.onApplicationBootstrap();
    await new Promise(setImmediate);
    for (const said of [warn, error])
      expect(said.mock.calls).toEqual([[{ msg: 'run failed', err: new Error('away') }]]);
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
