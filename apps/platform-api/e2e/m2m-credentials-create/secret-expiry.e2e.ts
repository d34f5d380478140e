import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const dayMs = 86_400_000;

describe('POST /iam/m2m-credentials with secret_valid_for_days', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  async function expiryOf(id: string): Promise<number | null> {
    const { expires_at, secrets } = (await app.manage('GET', `/${id}`)).body;
    expect(secrets).toMatchObject([{ expires_at }]);
    return expires_at === null ? null : Date.parse(expires_at as string);
  }

  it.each([1, 3_650])('answers 201 to a secret that ends after %d days, and lists the end', async (days) => {
    const before = Date.now();
    const { id, clientId, secret } = await app.create({ secret_valid_for_days: days });
    const end = await expiryOf(id);
    expect(end).toBeGreaterThanOrEqual(before + days * dayMs);
    expect(end).toBeLessThanOrEqual(Date.now() + days * dayMs);
    app.provider.now = () => new Date(Number(end) - 1);
    expect(await app.provider.accepts(clientId, secret)).toBe(true);
    app.provider.now = () => new Date(Number(end));
    expect(await app.provider.accepts(clientId, secret)).toBe(false);
    app.provider.now = () => new Date();
  });

  it.each([undefined, null, '', 0])('answers 201 to a secret without an end: %p', async (days) => {
    const { id } = await app.create({ secret_valid_for_days: days });
    expect(await expiryOf(id)).toBeNull();
  });

  it('stops the issued tokens of a secret that has ended, and a rotation makes new ones work', async () => {
    const { id, clientId } = await app.create({ secret_valid_for_days: 1 });
    const token = app.machineToken(clientId);
    const statusOf = async (): Promise<number> => (await app.ask('GET', '/self/me', { token })).status;
    expect(await statusOf()).toBe(200);
    await app.sql('UPDATE m2m_credentials SET expires_at = now() WHERE id = $1', [id]);
    expect(await statusOf()).toBe(401);

    expect((await app.manage('POST', `/${id}/rotate-secret`)).status).toBe(200);
    expect(await statusOf()).toBe(200);
    expect(Number(await expiryOf(id)) - Date.now()).toBeGreaterThan(dayMs - 60_000);
  });

  it.each([
    ['days of its own', { secret_valid_for_days: 7 }, 7],
    ['no end with 0 days', { secret_valid_for_days: 0 }, undefined],
  ])('lets a rotation state %s', async (_what, body, days) => {
    const { id } = await app.create({ secret_valid_for_days: 1 });
    expect((await app.manage('POST', `/${id}/rotate-secret`, { body })).status).toBe(200);
    const end = await expiryOf(id);
    if (days === undefined) expect(end).toBeNull();
    else expect(Math.abs(Number(end) - Date.now() - days * dayMs)).toBeLessThan(60_000);
  });

  it('is part of what an Idempotency-Key names', async () => {
    const headers = { 'idempotency-key': 'secret-expiry-0123456789' };
    const body = { name: 'Nightly export', type: 'client_secret', secret_valid_for_days: 1 };
    const statusOf = async (changes: object): Promise<number> =>
      (await app.manage('POST', '', { headers, body: { ...body, ...changes } })).status;
    expect([await statusOf({}), await statusOf({})]).toEqual([201, 201]);
    expect(await statusOf({ secret_valid_for_days: 2 })).toBe(422);
  });
});
