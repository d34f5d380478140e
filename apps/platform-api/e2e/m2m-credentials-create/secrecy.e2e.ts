import { randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { keepLog } from '../support/kept-log';

describe('the secrets of a credential', () => {
  const log = keepLog();
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp({ logger: log.logger });
  });
  afterAll(() => app.close());

  async function everythingKept(): Promise<string> {
    const tables = await app.sql(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    const rows = tables.map(({ table_name }) => app.sql(`SELECT * FROM "${String(table_name)}"`));
    return JSON.stringify(await Promise.all(rows));
  }

  it('are in the responses that issue them, and nowhere in the log or the database', async () => {
    const token = app.personToken();
    const key = randomUUID();
    const body = { name: 'Nightly export', type: 'client_secret' };
    const headers = { 'idempotency-key': key };
    const created = await app.manage('POST', '', { token, body, headers });
    await app.manage('POST', '', { token, body, headers });
    const below = `/${String(created.body.id)}`;
    const rotated = await app.manage('POST', `${below}/rotate-secret`, { token });
    app.provider.wire.isDown = true;
    await app.manage('POST', `${below}/rotate-secret`, { token });
    await app.manage('DELETE', below, { token });
    app.provider.wire.isDown = false;
    await app.manage('POST', '', { token, body: { ...body, [String(rotated.body.client_secret)]: 1 } });

    const kept = await everythingKept();
    expect(kept).toContain('Nightly export');
    expect(log.text()).toContain('identity provider not updated, the reconciler retries');
    const secrets = [created.body.client_secret, rotated.body.client_secret, token, key].map(String);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(30);
      expect(log.text()).not.toContain(secret);
      expect(kept).not.toContain(secret);
    }
  });
});
