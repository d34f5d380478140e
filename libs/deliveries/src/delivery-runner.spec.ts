import { type CertificateDelivery, type ClaimedDelivery } from './delivery';
import { type Admission, DeliveryQueue, LeaseLost } from './delivery-queue.port';
import { type DeliveryOutcome, DeliveryRunner, type ReportedDelivery } from './delivery-runner';
import { Mailer, MailRefused, type PreparedMessage } from './mailer.port';
import { DeliveryObsolete, MessageComposer } from './message-composer.port';
import { maxAttempts } from './retry-policy';

const noon = new Date('2026-11-20T12:00:00.000Z');
const leaseMs = 20_000;
const before = (seconds: number): Date => new Date(noon.getTime() - seconds * 1_000);

function claimOf(overrides: Partial<CertificateDelivery> = {}): ClaimedDelivery {
  return {
    id: 'delivery',
    lease: 'lease',
    kind: 'completion',
    resultId: 'result',
    recipient: 'assessor@example.com',
    createdAt: noon,
    attempts: 1,
    admittedAt: undefined,
    message: undefined,
    ...overrides,
  };
}

/** Hands out the given deliveries and records their outcomes, in order. */
class RecordingQueue extends DeliveryQueue {
  readonly log: unknown[] = [];
  failure: Error | undefined;
  admission: Admission = 'admitted';
  asked = 0;
  claims = 0;
  private readonly idle = Promise.withResolvers<undefined>();
  readonly becameIdle = this.idle.promise;

  constructor(private readonly due: ClaimedDelivery[]) {
    super();
  }

  claim(at: { now: Date; leaseUntil: Date }): Promise<ClaimedDelivery | undefined> {
    this.claims += 1;
    expect(at.leaseUntil.getTime() - at.now.getTime()).toBe(leaseMs);
    return this.failure ? Promise.reject(this.failure) : Promise.resolve(this.due.shift());
  }
  admit(_claim: ClaimedDelivery, now: Date): Promise<Admission> {
    expect(now).toEqual(noon);
    this.asked += 1;
    return Promise.resolve(this.admission);
  }
  saveMessage(_claim: ClaimedDelivery, prepared: { message: Uint8Array }): Promise<void> {
    return this.note('saved', Buffer.from(prepared.message).toString());
  }
  complete(_claim: ClaimedDelivery, sentAt: Date): Promise<void> {
    return this.note('completed', sentAt);
  }
  postpone(_claim: ClaimedDelivery, outcome: { until: Date; failure: string }): Promise<void> {
    return this.note('postponed', outcome);
  }
  park(_claim: ClaimedDelivery, failure: string): Promise<void> {
    return this.note('parked', failure);
  }
  cancel(_claim: ClaimedDelivery, reason: string): Promise<void> {
    return this.note('cancelled', reason);
  }
  waitForWork({ signal }: { signal: AbortSignal }): Promise<void> {
    this.idle.resolve(undefined);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
  }

  private note(...entry: unknown[]): Promise<void> {
    this.log.push(entry);
    return Promise.resolve();
  }
}

class Composer extends MessageComposer {
  failure: Error | undefined;
  composed = 0;
  compose(): Promise<Uint8Array> {
    this.composed += 1;
    return this.failure ? Promise.reject(this.failure) : Promise.resolve(Buffer.from('composed'));
  }
}

class Outbox extends Mailer {
  readonly sent: string[] = [];
  failure: Error | undefined;
  send({ recipient, bytes }: PreparedMessage): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    this.sent.push(`${recipient}: ${Buffer.from(bytes).toString()}`);
    return Promise.resolve();
  }
}

type Reported = ReportedDelivery & { readonly outcome: DeliveryOutcome };

function setUp(...due: ClaimedDelivery[]): {
  queue: RecordingQueue;
  composer: Composer;
  mailer: Outbox;
  runner: DeliveryRunner;
  wideRunner: DeliveryRunner;
  reported: Reported[];
  queueFailures: unknown[];
} {
  const queue = new RecordingQueue(due);
  const composer = new Composer();
  const mailer = new Outbox();
  const reported: Reported[] = [];
  const queueFailures: unknown[] = [];
  const report = {
    delivered: (outcome: DeliveryOutcome, delivery: ReportedDelivery) =>
      void reported.push({ outcome, ...delivery }),
    queueFailed: (error: unknown) => void queueFailures.push(error),
  };
  const trace = <Result>(_: ClaimedDelivery, attempt: () => Promise<Result>): Promise<Result> => attempt();
  const parts = { queue, composer, mailer, report, trace, now: () => noon, random: () => 0.5 };
  const runnerOf = (concurrency: number): DeliveryRunner =>
    new DeliveryRunner(parts, { leaseMs, pollMs: 1_000, concurrency });
  return { queue, composer, mailer, runner: runnerOf(1), wideRunner: runnerOf(2), reported, queueFailures };
}

describe('DeliveryRunner', () => {
  it.each([
    ['since the request', { createdAt: before(90) }, 90],
    ['since a later admission', { createdAt: before(90), admittedAt: before(30), attempts: 2 }, 30],
    ['not after a wait for a budget', { createdAt: before(90), attempts: 2 }, undefined],
  ])('reports the age of a delivery: %s', async (_when, overrides, ageSeconds) => {
    const { runner, reported } = setUp(claimOf(overrides));
    await runner.deliverNext();
    expect(reported).toMatchObject([{ outcome: 'sent', ageSeconds }]);
  });

  it('stores the message before it is sent, and records the sending afterwards', async () => {
    const { queue, mailer, runner } = setUp(claimOf());

    expect(await runner.deliverNext()).toBe('sent');

    expect(mailer.sent).toEqual(['assessor@example.com: composed']);
    expect(queue.log).toEqual([
      ['saved', 'composed'],
      ['completed', noon],
    ]);
  });

  it('sends the stored message of an earlier attempt and composes no new one', async () => {
    const { mailer, composer, runner } = setUp(claimOf({ attempts: 2, message: Buffer.from('kept') }));

    expect(await runner.deliverNext()).toBe('sent');

    expect(mailer.sent).toEqual(['assessor@example.com: kept']);
    expect(composer.composed).toBe(0);
  });

  it.each(['waiting', 'merged'] as const)(
    'neither composes nor sends a delivery with the admission %s',
    async (held) => {
      const { queue, mailer, composer, runner, reported } = setUp(claimOf());
      queue.admission = held;

      expect(await runner.deliverNext()).toBe(held);

      expect({ composed: composer.composed, sent: mailer.sent, log: queue.log }).toEqual({
        composed: 0,
        sent: [],
        log: [],
      });
      expect(reported).toMatchObject([{ outcome: held }]);
    },
  );

  it('requests admission before each attempt, so that a newly blocked address gets no mail', async () => {
    const { queue, mailer, runner } = setUp(claimOf({ attempts: 2, admittedAt: noon }));
    queue.admission = 'blocked';

    expect(await runner.deliverNext()).toBe('blocked');
    expect({ asked: queue.asked, sent: mailer.sent.length }).toEqual({ asked: 1, sent: 0 });
  });

  it('reports when nothing is due', async () => {
    const { runner, reported } = setUp();

    expect(await runner.deliverNext()).toBeUndefined();
    expect(reported).toEqual([]);
  });

  it('retries later when the mail server does not answer', async () => {
    const { queue, mailer, runner, reported } = setUp(claimOf({ attempts: 2 }));
    mailer.failure = Object.assign(new Error('connect to assessor@example.com failed'), {
      code: 'ECONNREFUSED',
    });

    expect(await runner.deliverNext()).toBe('postponed');

    const until = new Date(noon.getTime() + 15_000);
    expect(queue.log.at(-1)).toEqual(['postponed', { until, failure: 'Error ECONNREFUSED' }]);
    expect(JSON.stringify(reported)).not.toContain('example.com');
  });

  it('retries later when the certificate cannot be rendered, and sends nothing', async () => {
    const { composer, mailer, runner } = setUp(claimOf());
    composer.failure = new Error('the browser is gone');

    expect(await runner.deliverNext()).toBe('postponed');
    expect(mailer.sent).toEqual([]);
  });

  it('parks a delivery that the mail server permanently refused', async () => {
    const { queue, mailer, runner } = setUp(claimOf());
    mailer.failure = Object.assign(new MailRefused('550'), { responseCode: 550 });

    expect(await runner.deliverNext()).toBe('parked');
    expect(queue.log.at(-1)).toEqual(['parked', 'MailRefused 550']);
  });

  it('cancels an obsolete delivery, with the reason', async () => {
    const { queue, composer, mailer, runner, reported } = setUp(claimOf());
    composer.failure = new DeliveryObsolete('InvitationOutdated');

    expect(await runner.deliverNext()).toBe('cancelled');
    expect({ log: queue.log, sent: mailer.sent }).toEqual({
      log: [['cancelled', 'InvitationOutdated']],
      sent: [],
    });
    expect(reported).toMatchObject([{ outcome: 'cancelled', failure: 'InvitationOutdated' }]);
  });

  it('parks a delivery whose last attempt failed', async () => {
    const { mailer, runner } = setUp(claimOf({ attempts: maxAttempts }));
    mailer.failure = new Error('421');

    expect(await runner.deliverNext()).toBe('parked');
  });

  it('parks a delivery that crashed its worker at every attempt, without another attempt', async () => {
    const { queue, composer, runner } = setUp(claimOf({ attempts: maxAttempts + 1 }));

    expect(await runner.deliverNext()).toBe('parked');
    expect(composer.composed).toBe(0);
    expect(queue.log).toEqual([['parked', 'AttemptsExhausted']]);
  });

  it('does not change a delivery whose lease another worker has taken over', async () => {
    const { queue, mailer, runner } = setUp(claimOf());
    queue.saveMessage = () => Promise.reject(new LeaseLost());

    expect(await runner.deliverNext()).toBe('lost');
    expect(mailer.sent).toEqual([]);
    expect(queue.log).toEqual([]);
  });

  it('sends every due delivery, waits for more, and ends when it is stopped', async () => {
    const { queue, mailer, runner } = setUp(claimOf(), claimOf({ recipient: 'second@example.com' }));
    const stop = new AbortController();

    const running = runner.run(stop.signal);
    await queue.becameIdle;
    expect(mailer.sent).toHaveLength(2);
    stop.abort();
    await running;
  });

  it('processes as many deliveries at once as allowed, and polls once while nothing is due', async () => {
    const { queue, mailer, wideRunner } = setUp(claimOf(), claimOf(), claimOf());
    const [stop, sending] = [new AbortController(), Promise.withResolvers<undefined>()];
    let atOnce = 0;
    mailer.send = async () => {
      atOnce += 1;
      await sending.promise;
    };
    const running = wideRunner.run(stop.signal);
    await new Promise(setImmediate);
    expect([atOnce, queue.claims]).toEqual([2, 2]);
    sending.resolve(undefined);
    await queue.becameIdle;
    await new Promise(setImmediate);
    expect([atOnce, queue.claims]).toEqual([3, 4]);
    stop.abort();
    await running;
    expect(queue.claims).toBe(4);
  });

  it('reports a failing queue and waits before the next attempt', async () => {
    const { queue, runner, queueFailures } = setUp();
    queue.failure = new Error('the database is away');
    const stop = new AbortController();

    const running = runner.run(stop.signal);
    await queue.becameIdle;
    stop.abort();
    await running;

    expect(queueFailures).toEqual([queue.failure]);
  });
});
