import { given, opened, startInbox, until } from '@governance/testing';
import { goldenCase } from '../support/golden';
import { type PublicApp, sharedPublicApp, startPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { personal, submit } from '../support/submit';
import { startWorker } from '../support/worker-app';

const stranger = { 'x-forwarded-for': '203.0.113.7' };

describe('messages over a budget', () => {
  const app = given(() => startPublicApp({ settings: { TRUST_PROXY: 1, RESEND_LIMIT: 1_000 } }));
  const inbox = given(startInbox);
  let worker: Awaited<ReturnType<typeof startWorker>>;

  beforeAll(async () => {
    worker = await startWorker(app, inbox.smtpUrl, {
      EMAIL_BUDGET_RECIPIENT_HOUR: 2,
      EMAIL_BUDGET_CLIENT_HOUR: 3,
    });
  });
  beforeEach(async () => {
    await app.sql('TRUNCATE deliveries');
    inbox.clear();
  });
  afterAll(async () => {
    await worker.close();
    await inbox.close();
    await app.close();
  });

  /** How many deliveries are in each state, after the worker has weighed all of them. */
  async function settled(): Promise<Record<string, number>> {
    const unseen = `SELECT id FROM deliveries WHERE state = 'queued' AND waiting_since IS NULL LIMIT 1`;
    await until(async () => (await app.sql(unseen)).length === 0);
    const rows = await app.sql('SELECT state, count(*)::int FROM deliveries GROUP BY state');
    return Object.fromEntries(rows.map(({ state, count }) => [String(state), Number(count)]));
  }

  it('wait, and the responses do not reveal it', async () => {
    const { id } = await submit(app, { submitterEmail: 'victim@example.com' });
    const answers = [];
    for (let call = 0; call < 5; call += 1) answers.push(await resend(app, id));

    expect(await settled()).toEqual({ sent: 2, queued: 1, merged: 3 });
    expect(inbox.messages()).toHaveLength(2);
    expect(new Set(answers.map(({ text, status }) => `${status} ${text}`)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => [...headers.keys()].join())).size).toBe(1);
  });

  it('wait for submissions too, which get the same response', async () => {
    const body = { submitterEmail: 'Victim+tag@Example.com' };
    const submitted = [];
    for (let call = 0; call < 4; call += 1) submitted.push(await submit(app, body));

    expect(await settled()).toEqual({ sent: 2, queued: 2 });
    expect(new Set(submitted.map(({ certificateDelivery }) => certificateDelivery))).toEqual(
      new Set(['queued']),
    );
  });

  it('delay only the client that requests them', async () => {
    const { mode, answers } = goldenCase('persona-controlled-pilot');
    const addresses = Array.from({ length: 6 }, (_, index) => `flooded-${index}@example.com`);
    for (const submitterEmail of addresses) {
      const { status } = await app.post('/api/survey-results', { mode, answers, submitterEmail }, stranger);
      expect(status).toBe(201);
    }
    await submit(app, { submitterEmail: 'honest@example.com' });

    expect(await settled()).toEqual({ sent: 4, queued: 3 });
    expect(inbox.messages().flatMap(({ to }) => to)).toContain('honest@example.com');
  });

  it('are sent when there is room again', async () => {
    const { id } = await submit(app, { submitterEmail: 'victim@example.com' });
    for (let call = 0; call < 2; call += 1) await resend(app, id);
    expect(await settled()).toEqual({ sent: 2, queued: 1 });

    // Simulates that an hour passes.
    await app.sql(
      `UPDATE deliveries SET admitted_at = admitted_at - interval '1 hour', available_at = available_at - interval '1 hour'`,
    );
    await app.sql(`NOTIFY deliveries`);
    await until(async () => (await settled()).sent === 3);
    expect(inbox.messages()).toHaveLength(3);
  });
});

describe('the limit of resends', () => {
  const app = given(sharedPublicApp);
  let id: unknown;

  beforeAll(async () => {
    ({ id } = await submit(app, personal));
  });
  beforeEach(() => app.sql('TRUNCATE rate_limits'));

  async function statusesFrom(replica: PublicApp, ...forwarded: (string | undefined)[]): Promise<number[]> {
    const answers = [];
    for (const address of forwarded) {
      const headers = address === undefined ? {} : { 'x-forwarded-for': address };
      answers.push((await resend(replica, id, headers)).status);
    }
    return answers;
  }

  const calls = (count: number): undefined[] => Array.from({ length: count }, () => undefined);

  it('holds over all replicas § 7.1i', async () => {
    const replica = await startPublicApp({ beside: app });
    expect(await statusesFrom(app, ...calls(3))).toEqual([200, 200, 200]);
    expect(await statusesFrom(replica, ...calls(3))).toEqual([200, 200, 429]);
    expect(await statusesFrom(app, undefined)).toEqual([429]);
    await replica.close();
  });

  it('holds over a restart', async () => {
    const before = await startPublicApp({ beside: app });
    expect(await statusesFrom(before, ...calls(5))).toEqual([200, 200, 200, 200, 200]);
    await before.close();
    const after = await startPublicApp({ beside: app });
    expect(await statusesFrom(after, undefined)).toEqual([429]);
    await after.close();
  });

  it('does not change with a forged X-Forwarded-For when no proxy is trusted § 8d V15.3.4', async () => {
    const forged = Array.from({ length: 6 }, (_, index) => `203.0.113.${index}`);
    expect(await statusesFrom(app, ...forged)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('recognises a proxy that the next one names with its port', async () => {
    const TRUST_PROXY = ['127.0.0.1', '10.0.0.0/8'];
    const behind = await startPublicApp({ beside: app, settings: { TRUST_PROXY, RESEND_LIMIT: 1 } });
    const forwarded = [
      '203.0.113.20:4711, 10.0.0.1:443',
      '203.0.113.21:4711, 10.0.0.1:443',
      '203.0.113.20, 10.0.0.2:443',
    ];
    expect(await statusesFrom(behind, ...forwarded)).toEqual([200, 200, 429]);
    await behind.close();
  });

  describe.each([
    ['by number', 1],
    ['by address', ['127.0.0.1']],
  ])('behind a proxy trusted %s', (_, TRUST_PROXY) => {
    const behind = opened(() => startPublicApp({ beside: app, settings: { TRUST_PROXY, RESEND_LIMIT: 1 } }));

    it('counts each client that the proxy names § 4.1q 8d', async () => {
      expect(await statusesFrom(behind, '203.0.113.1', '203.0.113.2', '203.0.113.1')).toEqual([
        200, 200, 429,
      ]);
    });

    it('ignores everything before the address added by the proxy § V4.1.3', async () => {
      const forged = ['198.51.100.1, 203.0.113.3', '198.51.100.2, 203.0.113.3', 'unknown, 203.0.113.3'];
      expect(await statusesFrom(behind, ...forged)).toEqual([200, 429, 429]);
    });

    it('counts an IPv6 /64 network as one client, and its neighbour as another', async () => {
      const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:DB8:1:2:0:0:0:1'];
      expect(await statusesFrom(behind, ...network, '2001:db8:1:3::1')).toEqual([200, 429, 429, 200]);
    });

    it('counts an IPv4 address and its IPv6 form as one client', async () => {
      expect(await statusesFrom(behind, '203.0.113.9', '::ffff:203.0.113.9')).toEqual([200, 429]);
    });

    it('counts each client that the proxy names with a port on all its ports § 4.1q 8d', async () => {
      const clients = [
        '203.0.113.7:51234',
        '203.0.113.8:51235',
        '[2001:db8:7::1]:443',
        '[2001:db8:8::1]:443',
      ];
      expect(await statusesFrom(behind, ...clients)).toEqual([200, 200, 200, 200]);
      expect(await statusesFrom(behind, '203.0.113.7:9', '[2001:db8:7::2]', '203.0.113.8')).toEqual([
        429, 429, 429,
      ]);
    });
  });
});
