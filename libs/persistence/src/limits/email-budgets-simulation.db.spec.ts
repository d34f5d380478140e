import {
  type BudgetScope,
  type DeliveryOutcome,
  DeliveryRunner,
  defaultEmailLimits,
  defaultInvitationLimits,
  emailBudgets,
  invitationBudgets,
} from '@governance/deliveries';
import { FixedClock, given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type SentMessage, shortestExcess } from '../../spec/abuse-log';
import { noon, openTestStores, resultOf } from '../../spec/fixtures';
import { InvitationAttack, type SentInvitation } from '../../spec/invitation-attack';
import { recipientMacs } from '../addresses/address-macs';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresResendQueue } from '../deliveries/postgres-resend-queue';
import { PostgresResultStore } from '../results/postgres-result.store';

const victim = 'victim@example.com';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const minutes = 26 * 60;
const honestEveryMinutes = 5;
/** More than one client may send in that time. */
const floodSize = 700;
/** Ten in the first day, and three in each of the two hours after it. */
const victimGets = 16;

/** A delivery as the simulation created it: the database stores these values only as hashes. */
interface Asked {
  readonly recipient: string;
  readonly certificate: string;
  readonly client: string;
  readonly at: Date;
  readonly by: 'honest' | 'stranger';
}

interface Sent extends Asked, SentMessage {
  readonly id: string;
}

const keyOf: Partial<Record<BudgetScope, (sent: Sent) => string>> = {
  recipient: ({ recipient }) => recipient,
  certificate: ({ certificate }) => certificate,
  domain: ({ recipient }) => recipient.slice(recipient.indexOf('@')),
  client: ({ client }) => client,
  total: () => 'total',
};

const invitationKeyOf: Partial<Record<BudgetScope, (sent: SentInvitation) => string>> = {
  invitee: ({ orgId, recipient }) => `${orgId} ${recipient}`,
  organization: ({ orgId }) => orgId,
  mailbox: ({ recipient }) => recipient,
};

/**
 * Twenty-six hours of honest submissions and invitations, with three floods by strangers and two hostile organizations, on
 * the real queues, runner and SQL. A stranger and both organizations flood the same victim.
 */
describe('the email budgets under attack', () => {
  const clock = new FixedClock(noon);
  const asked = new Map<string, Asked>();
  const log: Sent[] = [];
  const outcomes: DeliveryOutcome[] = [];
  let invitations: InvitationAttack;
  let longestLine = 0;
  const stores = given(openTestStores);
  let results: PostgresResultStore;
  let resends: PostgresResendQueue;
  let queue: PostgresDeliveryQueue;

  async function submit(by: Asked['by'], recipient: string, client: string): Promise<string> {
    const [result, deliveryId] = [resultOf({ createdAt: clock.now() }), randomUUID()];
    asked.set(deliveryId, { by, recipient, client, certificate: result.id, at: clock.now() });
    await results.create(result, { submitterEmail: recipient, deliveryId, clientAddress: client });
    return result.id;
  }

  async function resend(certificate: string, recipient: string, client: string): Promise<void> {
    const deliveryId = randomUUID();
    asked.set(deliveryId, { by: 'stranger', recipient, client, certificate, at: clock.now() });
    await resends.add({ resultId: certificate, deliveryId, clientAddress: client, now: clock.now() });
  }

  /** Certificates of others, whose ids a stranger has learned. */
  async function makeKnown(index: number): Promise<{ certificate: string; recipient: string }> {
    const [result, recipient] = [resultOf({ createdAt: noon }), `known-${index}@example.org`];
    await results.create(result, { submitterEmail: recipient });
    return { certificate: result.id, recipient };
  }

  /** The requests of one minute, all at the same moment. */
  async function arrivals(
    minute: number,
    known: readonly { certificate: string; recipient: string }[],
  ): Promise<void> {
    const perMinute = 10;
    const asks: Promise<unknown>[] = [];
    if (minute % honestEveryMinutes === 0) {
      const recipient = `honest-${minute}@example.com`;
      asks.push(
        submit('honest', recipient, `honest-${minute}`).then((certificate) =>
          resend(certificate, recipient, 'hoarder'),
        ),
      );
    }
    for (let index = minute * perMinute; index < Math.min((minute + 1) * perMinute, floodSize); index += 1) {
      // One stranger with an IP for each request and one address, who also requests resends.
      asks.push(
        submit('stranger', victim, `bot-${index}`).then((certificate) =>
          index % 10 === 0 ? resend(certificate, victim, `bot-${index}`) : undefined,
        ),
      );
      // One IP with a certificate for each request.
      const target = known[index];
      if (target) asks.push(resend(target.certificate, target.recipient, 'hoarder'));
      // One IP with an address for each request.
      asks.push(submit('stranger', `flooded-${index}@example.com`, 'flooder'));
    }
    await Promise.all(asks);
  }

  /** The number of certificates that wait for the victim. */
  async function measureLine(): Promise<void> {
    const [row] = await stores.sql(
      `SELECT count(*)::int AS length FROM deliveries
       WHERE recipient_mac = ANY($1) AND waiting_for IS NOT NULL AND state = 'queued' AND kind <> 'invitation'`,
      [recipientMacs(stores.keyring, victim)],
    );
    longestLine = Math.max(longestLine, Number(row?.length));
  }

  beforeAll(async () => {
    results = new PostgresResultStore(stores.database, stores.keyring);
    resends = new PostgresResendQueue(stores.database, stores.keyring);
    queue = new PostgresDeliveryQueue(stores.database, stores.keyring);
    const runner = new DeliveryRunner(
      {
        queue,
        composer: { compose: ({ id }) => Promise.resolve(Buffer.from(id)) },
        mailer: {
          send: ({ recipient, bytes }) => {
            const id = Buffer.from(bytes).toString();
            const delivery = asked.get(id);
            if (delivery?.recipient !== recipient) throw new Error('this message was not requested');
            log.push({ ...delivery, id, sentAt: clock.now().getTime() });
            return Promise.resolve();
          },
        },
        now: () => clock.now(),
        random: () => 0.5,
        trace: (_delivery, attempt) => attempt(),
        report: { delivered: (outcome) => void outcomes.push(outcome), queueFailed: () => undefined },
      },
      { leaseMs: 20_000, pollMs: 2_000, concurrency: 2 },
    );
    invitations = new InvitationAttack(stores, clock, victim);
    const drain = async (): Promise<void> => {
      while (await runner.deliverNext());
    };

    const known = await Promise.all(Array.from({ length: floodSize }, (_, index) => makeKnown(index)));
    for (let minute = 0; minute < minutes; minute += 1) {
      await Promise.all([arrivals(minute, known), invitations.arrivals(minute)]);
      await Promise.all([drain(), drain(), invitations.work()]);
      if (minute % honestEveryMinutes === 0) await measureLine();
      clock.advance(minuteMs);
    }
    // Simulating a day for so many senders takes minutes on a busy machine.
  }, 600_000);
  afterAll(async () => {
    await invitations.close();
    await queue.close();
    await stores.close();
  });

  it.each(emailBudgets())(
    'sends no more than $limit messages of one $scope in any $windowMs ms § V2.3.2',
    (budget) => {
      expect(shortestExcess(budget, log, keyOf[budget.scope])).toBeGreaterThanOrEqual(budget.windowMs);
    },
  );

  it.each(invitationBudgets())(
    'sends no more than $limit invitations of one $scope in any $windowMs ms',
    (budget) => {
      const excess = shortestExcess(budget, invitations.log, invitationKeyOf[budget.scope]);
      expect(excess).toBeGreaterThanOrEqual(budget.windowMs);
    },
  );

  it('sends every invitation of the honest organization within a minute', () => {
    const honest = [...invitations.asked].filter(([, { orgId }]) => orgId === 'acme');
    const sentAt = new Map(invitations.log.map((sent) => [sent.id, sent.sentAt]));
    const delays = honest.map(([id, { at }]) => (sentAt.get(id) ?? Infinity) - at.getTime());
    expect(honest.filter(([, { recipient }]) => recipient === victim)).toHaveLength(5);
    expect(delays.length).toBeGreaterThan(minutes / 7);
    expect(Math.max(...delays)).toBeLessThanOrEqual(minuteMs);
  });

  it('sends the hostile organizations what their own budgets permit', () => {
    const ofMallory = invitations.log.filter(({ orgId }) => orgId === 'mallory');
    expect(ofMallory.length).toBeGreaterThan(1_500);
    for (const orgId of ['mallory', 'eve']) {
      const toVictim = invitations.log.filter((sent) => sent.orgId === orgId && sent.recipient === victim);
      // Those of the first day, and at most as many in the two hours after it.
      expect(toVictim.length).toBeGreaterThanOrEqual(defaultInvitationLimits.inviteePerDay);
      expect(toVictim.length).toBeLessThanOrEqual(2 * defaultInvitationLimits.inviteePerDay);
    }
  });

  it('merges the excess for a flooded recipient, and lets no more wait than the limit', () => {
    expect(longestLine).toBe(defaultEmailLimits.recipientWaiting);
  });

  it('sends the message of every honest submitter within the hour', () => {
    const honest = [...asked].filter(([, { by }]) => by === 'honest');
    const sentAt = new Map(log.map((sent) => [sent.id, sent.sentAt]));
    const delays = honest.map(([id, { at }]) => (sentAt.get(id) ?? Infinity) - at.getTime());
    expect(delays).toHaveLength(minutes / honestEveryMinutes);
    expect(Math.max(...delays)).toBeLessThanOrEqual(hourMs);
  });

  it('loses nothing: every request was sent once, is waiting, or is merged into one of these', async () => {
    const rows = await stores.sql(
      `SELECT id, state, waiting_for, available_at, result_id FROM deliveries WHERE kind <> 'invitation'`,
    );
    expect(rows.map(({ id }) => id as string).toSorted()).toEqual([...asked.keys()].toSorted());
    const byState = Map.groupBy(rows, ({ state }) => state as string);
    expect([...byState.keys()].toSorted()).toEqual(['merged', 'queued', 'sent']);

    const sent = byState.get('sent')?.map(({ id }) => id as string);
    expect(sent?.toSorted()).toEqual(log.map(({ id }) => id).toSorted());
    const waiting = byState.get('queued') ?? [];
    for (const { waiting_for: reason, available_at: turn } of waiting) {
      expect(reason).not.toBeNull();
      expect((turn as Date).getTime()).toBeGreaterThanOrEqual(clock.now().getTime());
    }
    const certificates = new Set(waiting.map(({ result_id: id }) => id));
    for (const { certificate } of log) certificates.add(certificate);
    const gone = byState.get('merged')?.filter(({ result_id: id }) => !certificates.has(id));
    // The excess for one recipient is merged into the waiting ones.
    expect(gone?.filter(({ id }) => asked.get(id as string)?.recipient !== victim)).toEqual([]);
  });

  it('uses all available room, oldest first', () => {
    for (const client of ['hoarder', 'flooder']) {
      const messages = log.filter((sent) => sent.client === client);
      expect(messages.length).toBeGreaterThanOrEqual((minutes / 60) * 20);
    }
    expect(log.filter(({ recipient }) => recipient === victim)).toHaveLength(victimGets);
    const turns = log.filter(({ client }) => client === 'flooder').map(({ at }) => at.getTime());
    expect(turns).toEqual(turns.toSorted((one, other) => one - other));
  });

  it('wakes a waiting delivery about once', () => {
    const waits = outcomes.filter((outcome) => outcome === 'waiting').length;
    expect(waits).toBeLessThan(asked.size * 1.1);
  });
});
