import { given } from '@governance/testing';
import { type Admission, defaultEmailLimits, emailBudgets } from '@governance/deliveries';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresDomainProofs } from '../results/domains/postgres-domain-proofs';
import { PostgresResultStore } from '../results/postgres-result.store';

const victim = 'victim@example.com';
const roomyClient = { ...defaultEmailLimits, clientPerHour: 1_000 };

describe('the certificates waiting for one recipient', () => {
  const stores = given(openTestStores);
  let queue: PostgresDeliveryQueue;
  let results: PostgresResultStore;

  beforeAll(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
    queue = new PostgresDeliveryQueue(stores.database, stores.keyring, {
      budgets: emailBudgets(roomyClient),
      recipientWaiting: 5,
    });
  });
  afterEach(() => stores.sql('TRUNCATE deliveries, survey_results CASCADE'));
  afterAll(async () => {
    await queue.close();
    await stores.close();
  });

  let moment = 0;

  /** Submits, and returns the admission of the message when a worker claims it at once. */
  async function admissionOf(
    clientAddress: string,
    submitterEmail = victim,
  ): Promise<{ id: string; admission: Admission | undefined }> {
    const [id, now] = [randomUUID(), laterBy((moment += 1))];
    await results.create(resultOf({ createdAt: now }), { submitterEmail, deliveryId: id, clientAddress });
    const due = await queue.claim({ now, leaseUntil: laterBy(moment + 20_000) });
    expect(due?.id).toBe(id);
    const admission = due && (await queue.admit(due, now));
    if (due && admission === 'admitted') await queue.complete(due, now);
    return { id, admission };
  }

  async function waiting(): Promise<unknown[]> {
    const rows = await stores.sql(
      `SELECT id FROM deliveries WHERE waiting_for IS NOT NULL AND state = 'queued' ORDER BY available_at`,
    );
    return rows.map(({ id }) => id);
  }

  async function stateOf(id: unknown): Promise<unknown> {
    return (await stores.sql('SELECT state FROM deliveries WHERE id = $1', [id]))[0]?.state;
  }

  it('never exceed the limit, for any number of requests by a client', async () => {
    const admissions: (Admission | undefined)[] = [];
    for (let count = 0; count < 30; count += 1) admissions.push((await admissionOf('192.0.2.1')).admission);
    const counts = (['admitted', 'waiting', 'merged'] as const).map(
      (kind) => admissions.filter((admission) => admission === kind).length,
    );
    expect(counts).toEqual([3, 5, 22]);
    expect(await waiting()).toHaveLength(5);
  });

  it('are not merged with a mail about a domain of the same result, but such mails with each other', async () => {
    const recipient = 'postmaster@msp.example';
    for (let count = 0; count < 3; count += 1) await admissionOf('192.0.2.1', recipient);
    const { id: certificate } = await admissionOf('192.0.2.1', recipient);
    const [row] = await stores.sql('SELECT result_id FROM deliveries WHERE id = $1', [certificate]);
    const resultId = String(row?.result_id);
    const proofs = new PostgresDomainProofs(stores.database, stores.keyring);
    const admissions: (Admission | undefined)[] = [];
    for (let count = 0; count < 2; count += 1) {
      const now = laterBy((moment += 1));
      await proofs.ask(resultId, 'msp.example', now);
      const request = {
        mailbox: 'postmaster',
        deliveryId: randomUUID(),
        clientAddress: '192.0.2.1',
        now,
      } as const;
      await proofs.requestMail(resultId, request);
      const due = await queue.claim({ now, leaseUntil: laterBy(moment + 20_000) });
      expect(due).toMatchObject({ id: request.deliveryId, kind: 'domain-proof', resultId });
      admissions.push(due && (await queue.admit(due, now)));
    }
    expect(admissions).toEqual(['waiting', 'merged']);
    expect(await stateOf(certificate)).toBe('queued');
  });

  it('keep the place of a client with one request, at the cost of the client with the most', async () => {
    const flood = [];
    for (let count = 0; count < 9; count += 1) flood.push(await admissionOf('192.0.2.1'));
    const line = await waiting();
    const honest = await admissionOf('198.51.100.1');

    expect(honest.admission).toBe('waiting');
    expect(await waiting()).toEqual([...line.slice(0, 4), honest.id]);
    expect(await stateOf(line[4])).toBe('merged');
    expect((await admissionOf('192.0.2.1')).admission).toBe('merged');
    expect(await waiting()).toContain(honest.id);
  });

  it('are counted per recipient', async () => {
    for (let count = 0; count < 9; count += 1) await admissionOf('192.0.2.1');
    const others = [];
    for (let count = 0; count < 4; count += 1) {
      others.push((await admissionOf('192.0.2.1', 'another@example.com')).admission);
    }
    expect(others).toEqual(['admitted', 'admitted', 'admitted', 'waiting']);
    expect(await waiting()).toHaveLength(6);
  });

  it('are sent in their turn, and make room', async () => {
    for (let count = 0; count < 9; count += 1) await admissionOf('192.0.2.1');
    const now = new Date(noon.getTime() + 2 * 3_600_000);
    const admissions = [];
    for (
      let due = await queue.claim({ now, leaseUntil: new Date(now.getTime() + 20_000) });
      due;
      due = await queue.claim({ now, leaseUntil: new Date(now.getTime() + 20_000) })
    ) {
      admissions.push(await queue.admit(due, now));
    }
    expect(admissions).toEqual(['admitted', 'admitted', 'admitted']);
    expect(await waiting()).toHaveLength(2);
  });
});
