import { Job } from './job';
import { type ClaimedJob, type JobBacklog, JobQueue } from './job-queue.port';
import { JobRunner } from './job-runner';

const now = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);

/** Jobs in memory: those that are put back are not due again. */
class QueueInMemory extends JobQueue {
  readonly calls: unknown[][] = [];
  readonly due: ClaimedJob[] = [];
  failure: Error | undefined;
  private wake: () => void = () => undefined;

  add(queue: string, key: string, attempts = 1): void {
    this.due.push({ queue, key, lease: 'l', attempts });
    this.wake();
  }
  plan(queues: readonly string[]): Promise<void> {
    return this.record('plan', queues);
  }
  claim(wanted: readonly { queue: string; leaseMs: number }[]): Promise<ClaimedJob | undefined> {
    if (this.failure) return Promise.reject(this.failure);
    const at = this.due.findIndex((job) => wanted.some(({ queue }) => queue === job.queue));
    return Promise.resolve(at < 0 ? undefined : this.due.splice(at, 1)[0]);
  }
  finish({ key }: ClaimedJob): Promise<void> {
    return this.record('finish', key);
  }
  putBack({ key }: ClaimedJob, next: object): Promise<void> {
    return this.record('putBack', key, next);
  }
  measure(): Promise<JobBacklog[]> {
    return Promise.resolve([]);
  }
  wait({ signal }: { signal: AbortSignal }): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
      signal.addEventListener('abort', () => {
        resolve();
      });
      if (signal.aborted) resolve();
    });
  }

  private record(...call: unknown[]): Promise<void> {
    this.calls.push(call);
    return Promise.resolve();
  }
}

class TestJob extends Job {
  override readonly atOnce: number;
  override readonly everyMs: number | undefined;
  readonly started: string[] = [];
  work: (key: string) => Promise<void> = () => Promise.resolve();

  constructor(
    readonly queue: string,
    { atOnce = 1, everyMs }: { readonly atOnce?: number; readonly everyMs?: number } = {},
  ) {
    super();
    this.atOnce = atOnce;
    this.everyMs = everyMs;
  }

  run({ key }: ClaimedJob): Promise<void> {
    this.started.push(key);
    return this.work(key);
  }
}

const turn = (): Promise<void> => new Promise(setImmediate);

describe('JobRunner', () => {
  let queue: QueueInMemory;
  let reports: unknown[][];
  let stop: AbortController;

  beforeEach(() => {
    [queue, reports, stop] = [new QueueInMemory(), [], new AbortController()];
  });

  function start(...jobs: Job[]): Promise<void> {
    const report = (...said: unknown[]): void => {
      reports.push(said);
    };
    return new JobRunner({
      queue,
      jobs,
      now: () => now,
      random: () => 0.5,
      trace: (_job, run) => run(),
      report,
    }).run(stop.signal);
  }

  /** What happens to the jobs that are due at the start. */
  async function runAll(...jobs: Job[]): Promise<void> {
    const running = start(...jobs);
    await turn();
    stop.abort();
    await running;
  }

  it('removes a job that is done', async () => {
    queue.add('documents', 'one');
    await runAll(new TestJob('documents'));
    expect(queue.calls).toEqual([
      ['plan', []],
      ['finish', 'one'],
    ]);
    expect(reports).toEqual([['done', { queue: 'documents', attempts: 1 }]]);
  });

  it('runs a job when a hint comes', async () => {
    const job = new TestJob('documents');
    const running = start(job);
    await turn();
    queue.add('documents', 'one');
    await turn();
    expect(job.started).toEqual(['one']);
    stop.abort();
    await running;
  });

  it('plans a repeated job, and puts it back for its next turn', async () => {
    queue.add('retention', '', 3);
    await runAll(new TestJob('retention', { everyMs: 3_600_000 }));
    expect(queue.calls).toEqual([
      ['plan', ['retention']],
      ['putBack', '', { dueAt: later(3_600_000) }],
    ]);
  });

  it('waits for hints, unless all of its jobs repeat', async () => {
    const wait = jest.spyOn(queue, 'wait');
    const repeated = new TestJob('retention', { everyMs: 3_600_000 });
    await runAll(repeated);
    stop = new AbortController();
    await runAll(repeated, new TestJob('documents'));
    expect(wait.mock.calls).toMatchObject([
      [{ timeoutMs: 60_000, isHinted: false }],
      [{ timeoutMs: 5_000, isHinted: true }],
    ]);
  });

  it('tries a failed job again after growing pauses, and records the failure only by its kind', async () => {
    const job = new TestJob('documents');
    job.work = () => Promise.reject(new TypeError('private words'));
    for (const attempts of [1, 2, 9]) queue.add('documents', String(attempts), attempts);
    await runAll(job);
    expect(queue.calls.slice(1)).toEqual([
      ['putBack', '1', { dueAt: later(5_000), failure: 'TypeError' }],
      ['putBack', '2', { dueAt: later(15_000), failure: 'TypeError' }],
      ['putBack', '9', { dueAt: later(60_000), failure: 'TypeError' }],
    ]);
    expect(reports.map(([outcome]) => outcome)).toEqual(['failed', 'failed', 'failed']);
  });

  it('runs as many jobs of a queue at once as the queue allows, and other queues beside them', async () => {
    const finish: (() => void)[] = [];
    const [narrow, wide] = [new TestJob('narrow'), new TestJob('wide', { atOnce: 2 })];
    narrow.work = wide.work = () =>
      new Promise<void>((resolve) => {
        finish.push(resolve);
      });
    for (const key of ['a', 'b', 'c']) for (const name of ['narrow', 'wide']) queue.add(name, key);
    const running = start(narrow, wide);
    await turn();
    expect([narrow.started, wide.started]).toEqual([['a'], ['a', 'b']]);
    finish.shift()?.();
    await turn();
    expect([narrow.started, wide.started]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    stop.abort();
    for (const done of finish) done();
    await running;
  });

  it('reports a job that could not be recorded, which is due again after its lease', async () => {
    queue.finish = queue.putBack = () => Promise.reject(new Error('away'));
    queue.add('documents', 'one');
    await runAll(new TestJob('documents'));
    expect(reports).toEqual([['failed', { queue: 'documents', attempts: 1, err: new Error('away') }]]);
  });

  it('finishes the current jobs before it stops', async () => {
    let finish = (): void => undefined;
    const job = new TestJob('documents');
    job.work = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    queue.add('documents', 'one');
    const running = start(job);
    await turn();
    stop.abort();
    const first = await Promise.race([running.then(() => 'stopped'), turn().then(() => 'running')]);
    expect(first).toBe('running');
    finish();
    await running;
    expect(queue.calls.at(-1)).toEqual(['finish', 'one']);
  });

  it('rejects when the queue fails', async () => {
    queue.failure = new Error('away');
    await expect(start(new TestJob('documents'))).rejects.toThrow('away');
  });
});
