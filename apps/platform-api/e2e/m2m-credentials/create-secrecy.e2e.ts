import { given, opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { makeKeyPair, refusedKeys } from '@governance/iam/spec';
import { newOrganization, startCredentialsApp } from '../support/credentials-app';
import { keepLog } from '../support/kept-log';
import { certificateThatHasEnded } from '../support/ended-certificate';
import { startReconciler, unfinished, untilSettled } from '../support/reconciler';

const keys = Object.entries(refusedKeys).flatMap(([, texts]) => Object.entries(texts));

/** Pieces of a text, to find it in any storage. */
function piecesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.length > 20 && !line.startsWith('-----'));
}

describe('the secrets of a credential', () => {
  const log = keepLog();
  const app = opened(() => startCredentialsApp({ logger: log.logger }));

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

describe('a key that must not be registered', () => {
  const app = opened(() => startCredentialsApp({ logger: log.logger }));
  let id: string;
  const log = keepLog();
  beforeAll(async () => {
    ({ id } = await app.create({ type: 'public_key', public_key: makeKeyPair('ES256').publicPem }));
  });

  async function expectRefused(text: string): Promise<void> {
    const answers = [
      await app.manage('POST', '', { body: { name: 'Key', type: 'public_key', public_key: text } }),
      await app.manage('POST', `/${id}/rotate-secret`, { body: { new_public_key: text } }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.error_description).toMatch(/^(?:new_)?public_key /);
      for (const piece of piecesOf(text)) expect(body.error_description).not.toContain(piece);
    }
  }

  it.each(keys)('is refused at creation and at rotation: %s § 2.9f V11.6.1', async (_what, text) => {
    await expectRefused(text);
  });

  it('is refused when its certificate has expired', async () => {
    await expectRefused(certificateThatHasEnded);
  });

  it('leaves no trace in the database, in the log, or at the provider', async () => {
    const tables = ['m2m_credentials', 'credential_intents', 'credential_creation_keys', 'audit_trail'];
    const rows = await Promise.all(tables.map((table) => app.sql(`SELECT * FROM ${table}`)));
    const kept = JSON.stringify(rows);
    expect(log.text()).toContain('/rotate-secret');
    for (const piece of keys.flatMap(([, text]) => piecesOf(text))) {
      expect(log.text()).not.toContain(piece);
      expect(kept).not.toContain(piece);
    }
    expect(app.provider.clientIds).toHaveLength(1);
    expect(await app.sql('SELECT id, last_rotated_at = created_at AS same FROM m2m_credentials')).toEqual([
      { id, same: true },
    ]);
  });
});

describe('POST /iam/m2m-credentials while the identity provider is unavailable', () => {
  const app = given(newOrganization, beforeEach);

  it('answers 503, and the reconciler undoes the creation', async () => {
    app.provider.wire.isDown = true;
    const body = { name: 'Nightly export', type: 'client_secret' };
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await app.manage('POST', '', { body, headers });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 503,
      body: {
        error: 'temporarily_unavailable',
        error_description: 'the service is temporarily unavailable, try again',
      },
    });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await app.manage('GET', '')).body).toEqual({ credentials: [] });
    expect(await unfinished(app)).toBe(1);

    app.provider.wire.isDown = false;
    const reconciler = await startReconciler(app);
    await untilSettled(app);
    await reconciler.close();
    expect(await app.sql('SELECT id FROM m2m_credentials')).toEqual([]);
    // The key is free again: the same creation can be repeated.
    expect((await app.manage('POST', '', { body, headers })).body).toHaveProperty('client_secret');
  });

  it('leaves no client behind when the provider’s response is lost', async () => {
    app.provider.wire.loseOne('answer', 2);
    const body = { name: 'Nightly export', type: 'client_secret' };
    expect((await app.manage('POST', '', { body })).status).toBe(503);
    expect(app.provider.clientIds).toHaveLength(1);
    const reconciler = await startReconciler(app);
    await untilSettled(app);
    await reconciler.close();
    expect(app.provider.clientIds).toEqual([]);
    expect((await app.manage('GET', '')).body).toEqual({ credentials: [] });
  });
});
