import { type Repetition, repeat } from './repeat';

/** Fails the given number of times, and ends after the given number of rounds. */
class Rounds {
  readonly pauses: number[] = [];
  readonly failures: unknown[] = [];
  private round = 0;
  private readonly stop = new AbortController();

  constructor(private readonly fails: readonly boolean[]) {}

  async run(): Promise<void> {
    await repeat(this.repetition(), this.stop.signal, (ms) => {
      this.pauses.push(ms);
      if (this.round === this.fails.length) this.stop.abort();
      return Promise.resolve();
    });
  }

  private repetition(): Repetition {
    return {
      task: () => {
        const fails = this.fails[this.round] ?? false;
        this.round += 1;
        return fails ? Promise.reject(new Error(`round ${this.round}`)) : Promise.resolve();
      },
      onFailure: (error) => {
        this.failures.push(error);
      },
      pauseMs: 7,
      retryMs: 100,
      longestRetryMs: 450,
    };
  }
}

describe('repeat', () => {
  it('runs at once and after each pause', async () => {
    const rounds = new Rounds([false, false, false]);
    await rounds.run();
    expect(rounds.pauses).toEqual([7, 7, 7]);
    expect(rounds.failures).toEqual([]);
  });

  it('waits longer after each failure, up to a limit, and as before after a success', async () => {
    const rounds = new Rounds([true, true, true, true, false, true]);
    await rounds.run();
    expect(rounds.pauses).toEqual([100, 200, 400, 450, 7, 100]);
    expect(rounds.failures).toHaveLength(5);
  });

  it('stops during a pause, and never starts after an abort', async () => {
    const stop = new AbortController();
    let rounds = 0;
    const repetition = {
      task: () => {
        rounds += 1;
        setImmediate(() => {
          stop.abort();
        });
        return Promise.resolve();
      },
      onFailure: () => undefined,
      pauseMs: 3_600_000,
      retryMs: 1,
      longestRetryMs: 1,
    };
    await repeat(repetition, stop.signal);
    await repeat(repetition, stop.signal);
    expect(rounds).toBe(1);
  });
});
