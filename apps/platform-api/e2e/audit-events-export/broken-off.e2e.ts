import { until } from '@governance/testing';
import { auditPath, insertEvents } from '../support/audit-events';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

/** Larger than what the buffers of both ends of a connection hold. */
const events = 60_000;

describe('GET /iam/audit-events/export, with a client that reads slowly', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
    await insertEvents(app, events);
  });
  afterAll(() => app.close());

  /** On a busy machine, the database can be too slow for a single attempt. */
  const start = (): Promise<Response> =>
    until(async () => {
      const headers = { authorization: `Bearer ${app.personToken()}` };
      const response = await fetch(app.origin + auditPath({}, '/export'), { headers });
      if (response.status === 200) return response;
      await response.body?.cancel();
      return undefined;
    });

  it('holds no connection to the database while it waits, and sends every event', async () => {
    const slow: Response[] = [];
    // More exports wait than the pool has connections.
    while (slow.length < 12) slow.push(await start());
    expect((await app.ask('GET', auditPath({ limit: '1' }))).status).toBe(200);
    const [first, ...others] = slow;
    for (const { body } of others) await body?.cancel();
    const text = await first?.text();
    expect(text?.split('\n')).toHaveLength(events + 1);
  });

  it('ends without the last chunk when the database becomes unavailable, which the client sees', async () => {
    const response = await start();
    await app.loseDatabase();
    await expect(response.text()).rejects.toThrow('terminated');
  });
});
