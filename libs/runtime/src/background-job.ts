import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { repeat, type Repetition } from './repeat';

/**
 * What a program repeats from its start to its shutdown. At shutdown a run that is under way ends first; `signal` tells a
 * long one to end early.
 */
export abstract class BackgroundJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  /** What is repeated, each at its own pace. */
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
