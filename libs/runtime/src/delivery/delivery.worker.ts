import { Clock } from '@governance/kernel';
import {
  DeliveryQueue,
  DeliveryRunner,
  type DeliveryRunnerParts,
  Mailer,
  MessageComposer,
} from '@governance/deliveries';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { inTrace } from '@governance/tracing';
import { LoggingReporter } from './logging-reporter';

/** Longer than any step of a delivery may take. A delivery is delayed by this time when its worker dies. */
const leaseMs = 20_000;
const pollMs = 2_000;
/** Two deliveries are printed at a time, the limit of the browser, while others are read, sent and recorded. */
const concurrency = 4;

/** Runs deliveries from startup to shutdown. Shutdown waits for deliveries in progress. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly runner: DeliveryRunner;
  private readonly stop = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    queue: DeliveryQueue,
    composer: MessageComposer,
    mailer: Mailer,
    clock: Clock,
    report: LoggingReporter,
  ) {
    const trace: DeliveryRunnerParts['trace'] = ({ kind, traceparent }, attempt) =>
      inTrace(traceparent, { name: `deliver ${kind}`, kind: 'CONSUMER' }, attempt);
    const parts = { queue, composer, mailer, report, trace, now: () => clock.now(), random: Math.random };
    this.runner = new DeliveryRunner(parts, { leaseMs, pollMs, concurrency });
  }

  onApplicationBootstrap(): void {
    this.running = this.runner.run(this.stop.signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }
}
