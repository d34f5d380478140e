import { type ClaimedDelivery } from './delivery';
import { type Admission, type DeliveryQueue, LeaseLost } from './delivery-queue.port';
import { failureOf } from './failure';
import { type Mailer, MailRefused } from './mailer.port';
import { DeliveryObsolete, type MessageComposer } from './message-composer.port';
import { maxAttempts, retryDelayMs } from './retry-policy';

export type DeliveryOutcome =
  'sent' | 'postponed' | 'parked' | 'cancelled' | 'lost' | Exclude<Admission, 'admitted'>;

export interface DeliveryRunnerParts {
  readonly queue: DeliveryQueue;
  readonly composer: MessageComposer;
  readonly mailer: Mailer;
  readonly now: () => Date;
  /** From 0 to 1; spreads the retries. */
  readonly random: () => number;
  /** Runs an attempt as part of the trace of its delivery. */
  readonly trace: <Result>(delivery: ClaimedDelivery, attempt: () => Promise<Result>) => Promise<Result>;
  readonly report: DeliveryReporter;
}

/** A worker's reports to the operator: no address, no text of a message. */
export interface DeliveryReporter {
  delivered(outcome: DeliveryOutcome, delivery: ReportedDelivery): void;
  queueFailed(error: unknown): void;
}

export interface ReportedDelivery {
  readonly id: string;
  readonly kind: ClaimedDelivery['kind'];
  readonly attempts: number;
  /** Since the request for it, or since a later admission. Undefined for the attempt that ends the wait for a budget. */
  readonly ageSeconds: number | undefined;
  readonly failure?: string;
}

export interface DeliveryRunnerOptions {
  /** How long a step may take before another worker takes over. Longer than every deadline within a step. */
  readonly leaseMs: number;
  /** How often to poll when no hint comes. */
  readonly pollMs: number;
  /** Deliveries processed at the same time. */
  readonly concurrency: number;
}

class AttemptsExhausted extends Error {
  override readonly name = 'AttemptsExhausted';
}

/**
 * Processes deliveries from the queue: requests admission by the email budgets, prepares and stores the message once, sends
 * it, and records that. If a worker dies at any step, the next one continues from the stored state; the same bytes can go out
 * twice only if it dies between the mail server's acceptance and the recording.
 */
export class DeliveryRunner {
  /** Never rejects. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly parts: DeliveryRunnerParts,
    private readonly options: DeliveryRunnerOptions,
  ) {}

  /** Runs until the signal aborts, and finishes the current deliveries first. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: this.options.concurrency }, () => this.loop(signal)));
  }

  /** Makes one attempt at the oldest due delivery; undefined when none is due. Rejects when the queue fails. */
  async deliverNext(): Promise<DeliveryOutcome | undefined> {
    const delivery = await this.claim();
    return delivery && this.deliver(delivery);
  }

  private claim(): Promise<ClaimedDelivery | undefined> {
    return this.parts.queue.claim({ now: this.parts.now(), leaseUntil: this.leaseUntil() });
  }

  private deliver(delivery: ClaimedDelivery): Promise<DeliveryOutcome> {
    return this.parts.trace(delivery, () => this.attemptHeld(delivery));
  }

  private async attemptHeld(delivery: ClaimedDelivery): Promise<DeliveryOutcome> {
    try {
      return await this.attempt(delivery);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      return this.settle(delivery, 'lost');
    }
  }

  private async loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const delivery = await this.next(signal);
      if (delivery) await this.orWait(() => this.deliver(delivery), signal);
    }
  }

  /** One loop at a time claims or waits, so that an idle worker polls once. */
  private next(signal: AbortSignal): Promise<ClaimedDelivery | undefined> {
    const next = this.turn.then(() => (signal.aborted ? undefined : this.orWait(() => this.claim(), signal)));
    this.turn = next;
    return next;
  }

  /** Waits when there is nothing to do, or when the queue has failed. */
  private async orWait<Result>(
    work: () => Promise<Result | undefined>,
    signal: AbortSignal,
  ): Promise<Result | undefined> {
    const result = await work().catch((error: unknown) => {
      this.parts.report.queueFailed(error);
      return undefined;
    });
    if (result === undefined) await this.parts.queue.waitForWork({ timeoutMs: this.options.pollMs, signal });
    return result;
  }

  private async attempt(delivery: ClaimedDelivery): Promise<DeliveryOutcome> {
    const { queue, now } = this.parts;
    const admission = await this.admit(delivery);
    if (admission !== 'admitted') return this.settle(delivery, admission);
    try {
      await this.send(delivery);
    } catch (error) {
      return this.fail(delivery, error);
    }
    await queue.complete(delivery, now());
    return this.settle(delivery, 'sent');
  }

  private async fail(delivery: ClaimedDelivery, error: unknown): Promise<DeliveryOutcome> {
    const { queue, now, random } = this.parts;
    if (error instanceof LeaseLost) throw error;
    if (error instanceof DeliveryObsolete) {
      await queue.cancel(delivery, error.reason);
      return this.settle(delivery, 'cancelled', error.reason);
    }
    const failure = failureOf(error);
    if (error instanceof MailRefused || delivery.attempts >= maxAttempts) {
      await queue.park(delivery, failure);
      return this.settle(delivery, 'parked', failure);
    }
    const delayMs = retryDelayMs(delivery.attempts, random());
    await queue.postpone(delivery, { until: new Date(now().getTime() + delayMs), failure });
    return this.settle(delivery, 'postponed', failure);
  }

  private async admit(delivery: ClaimedDelivery): Promise<Admission> {
    return delivery.attempts > maxAttempts ? 'admitted' : this.parts.queue.admit(delivery, this.parts.now());
  }

  private async send(delivery: ClaimedDelivery): Promise<void> {
    // A delivery that crashes its worker never reports a failure, so the claims are counted.
    if (delivery.attempts > maxAttempts) throw new AttemptsExhausted();
    const bytes = delivery.message ?? (await this.prepare(delivery));
    await this.parts.mailer.send({ recipient: delivery.recipient, bytes });
  }

  /** Stores the message before the first attempt, so that a retry sends the same bytes. */
  private async prepare(delivery: ClaimedDelivery): Promise<Uint8Array> {
    const message = await this.parts.composer.compose(delivery);
    await this.parts.queue.saveMessage(delivery, { message, leaseUntil: this.leaseUntil() });
    return message;
  }

  private leaseUntil(): Date {
    return new Date(this.parts.now().getTime() + this.options.leaseMs);
  }

  private settle(delivery: ClaimedDelivery, outcome: DeliveryOutcome, failure?: string): DeliveryOutcome {
    const { id, kind, attempts } = delivery;
    const ageSeconds = this.ageSecondsOf(delivery);
    const failed = failure !== undefined && { failure };
    this.parts.report.delivered(outcome, { id, kind, attempts, ageSeconds, ...failed });
    return outcome;
  }

  private ageSecondsOf({ admittedAt, createdAt, attempts }: ClaimedDelivery): number | undefined {
    if (admittedAt === undefined && attempts > 1) return undefined;
    return (this.parts.now().getTime() - (admittedAt ?? createdAt).getTime()) / 1_000;
  }
}
