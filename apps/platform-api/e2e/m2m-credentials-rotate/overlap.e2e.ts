import { FixedClock } from '@governance/testing';
import { makeKeyPair } from '@governance/iam/spec';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createOverlap } from '../support/overlaps';

const hourMs = 3_600_000;

/** With the clock of the provider, which decides about secrets. */
describe('POST /iam/m2m-credentials/{credentialId}/rotate-secret with overlap_seconds', () => {
  let app: CredentialsApp;
  let clock: FixedClock;
  beforeAll(async () => {
    app = await startCredentialsApp();
    app.provider.now = () => clock.now();
  });
  beforeEach(() => {
    clock = new FixedClock(new Date());
  });
  afterAll(() => app.close());

  type Secret = Readonly<Record<'last_four' | 'created_at' | 'expires_at', string | null>>;

  async function secretsOf(id: string): Promise<Secret[]> {
    return (await app.manage('GET', `/${id}`)).body.secrets as Secret[];
  }

  function working(clientId: string, ...secrets: string[]): Promise<boolean[]> {
    return Promise.all(secrets.map((secret) => app.provider.accepts(clientId, secret)));
  }

  it('answers 200, both secrets work until the overlap ends, and then only the new one', async () => {
    const { id, clientId, secret, previous } = await createOverlap(app);
    const [current, old, ...others] = await secretsOf(id);
    expect([current?.last_four, old?.last_four]).toEqual([secret.slice(-4), previous.slice(-4)]);
    expect([current?.expires_at, others]).toEqual([null, []]);
    const end = Date.parse(String(old?.expires_at));
    expect(end).toBeGreaterThan(Date.now() + hourMs - 60_000);
    expect(end).toBeLessThanOrEqual(Date.now() + hourMs);

    clock.set(new Date(end - 1));
    expect(await working(clientId, secret, previous)).toEqual([true, true]);
    clock.set(new Date(end));
    expect(await working(clientId, secret, previous)).toEqual([true, false]);
  });

  it('does the same for keys, and lists them by their thumbprints', async () => {
    const [before, after] = [makeKeyPair('ES256'), makeKeyPair('ES256')];
    const { id, clientId } = await app.create({ type: 'public_key', public_key: before.publicPem });
    const [first] = await secretsOf(id);
    const body = { new_public_key: after.publicPem, overlap_seconds: 604_800 };
    expect((await app.manage('POST', `/${id}/rotate-secret`, { body })).status).toBe(200);
    const [current, old] = await secretsOf(id);
    expect(old?.last_four).toBe(first?.last_four);
    expect(current?.last_four).toMatch(/^[\w-]{4}$/);
    const tokens = (): Promise<boolean[]> =>
      Promise.all(
        [before, after].map(async ({ privatePem }) => {
          const proof = { clientId, privatePem, algorithm: 'ES256' } as const;
          return (await app.provider.requestToken(proof)) !== undefined;
        }),
      );
    expect(await tokens()).toEqual([true, true]);
    clock.set(String(old?.expires_at));
    expect(await tokens()).toEqual([false, true]);
  });

  it.each([
    ['no overlap', undefined],
    ['0', 0],
    ['null', null],
  ])('ends the old secret at once with %s (spec 4.2)', async (_what, overlap_seconds) => {
    const { id, clientId, secret, previous } = await createOverlap(app, { overlap_seconds });
    expect(await working(clientId, secret, previous)).toEqual([true, false]);
    expect(await secretsOf(id)).toHaveLength(1);
  });

  it('never has more than two secrets: the next rotation ends the older one, or both', async () => {
    const { id, clientId, secret, previous } = await createOverlap(app);
    const rotate = async (body: object): Promise<string> =>
      String((await app.manage('POST', `/${id}/rotate-secret`, { body })).body.client_secret);
    const third = await rotate({ overlap_seconds: 60 });
    expect(await working(clientId, previous, secret, third)).toEqual([false, true, true]);
    expect(await secretsOf(id)).toHaveLength(2);
    const fourth = await rotate({});
    expect(await working(clientId, previous, secret, third, fourth)).toEqual([false, false, false, true]);
    expect(await secretsOf(id)).toHaveLength(1);
  });

  it('ends with the old secret, if that expires earlier', async () => {
    const { id } = await app.create({ secret_valid_for_days: 1 });
    const [only] = await secretsOf(id);
    const body = { overlap_seconds: 604_800 };
    expect((await app.manage('POST', `/${id}/rotate-secret`, { body })).status).toBe(200);
    const [, old] = await secretsOf(id);
    expect(old?.expires_at).toBe(only?.expires_at);
  });

  it('ends both secrets when the credential is revoked', async () => {
    const { id, clientId, secret, previous } = await createOverlap(app);
    expect((await app.manage('DELETE', `/${id}`)).status).toBe(204);
    expect(await working(clientId, secret, previous)).toEqual([false, false]);
    const token = app.machineToken(clientId);
    expect((await app.ask('GET', '/self/me', { token })).status).toBe(401);
  });
});
