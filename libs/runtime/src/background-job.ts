import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { repeat, type Repetition } from './repeat';

/**
 * Work that a program repeats from startup to shutdown. Shutdown waits for the current run; `signal` asks a long run to end
 * early.
 */
export abstract class BackgroundJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  /** The repeated tasks, each with its own interval. */
  protected abstract repetitions(): readonly Repetition[];

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
