import { type BeforeApplicationShutdown, type Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { repeat, type Repetition } from './repeat';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Every hour; after a failure sooner. */
export const hourly = { pauseMs: hourMs, retryMs: minuteMs, longestRetryMs: hourMs } as const;

export interface LoggedRepetition extends Omit<Repetition, 'onFailure'> {
  /** What a failed run is, in the log. */
  readonly failure: string;
  readonly level?: 'warn' | 'error';
}

/**
 * Work that a program repeats from startup to shutdown. Shutdown waits for the current run; `signal` asks a long run to end
 * early.
 */
export abstract class BackgroundJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  protected abstract readonly logger: Logger;

  /** The repeated tasks, each with its own interval. */
  protected abstract repetitions(): readonly Repetition[];

  protected logged({ failure, level = 'warn', ...repetition }: LoggedRepetition): Repetition {
    const onFailure = (err: unknown): void => {
      this.logger[level]({ msg: failure, err });
    };
    return { ...repetition, onFailure };
  }

  protected get signal(): AbortSignal {
    return this.stop.signal;
  }

  onApplicationBootstrap(): void {
    this.running = Promise.all(this.repetitions().map((repetition) => repeat(repetition, this.signal)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }
}
