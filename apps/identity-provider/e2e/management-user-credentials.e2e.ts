import { randomBytes } from 'node:crypto';
import { PasswordsStore } from '../src/people/passwords.store';
import { PeopleStores } from '../src/people/people-stores';
import { AuthenticatorsStore } from '../src/second-factor/authenticators.store';
import { toBase32 } from '../src/second-factor/base32';
import { totpCode, totpStep } from '../src/second-factor/totp';
import { type IdentityApp, startIdentityApp } from './support/identity-app';

const password = 'canary password of the tests';
const secret = randomBytes(20);

describe('passwords, authenticator apps and passkeys in the management API', () => {
  let identity: IdentityApp;
  const put = (path: string, body: unknown): ReturnType<IdentityApp['manage']> =>
    identity.manage('PUT', `/users/${path}`, body);
  const matches = (text: string): Promise<boolean> => identity.get(PasswordsStore).matches('user_1', text);

  beforeAll(async () => {
    identity = await startIdentityApp();
    await put('user_1', { email: 'assessor@example.com', name: 'Assessor' });
  });
  afterAll(() => identity.close());

  it('a password is set, and replaced by a new one', async () => {
    for (const repeat of [1, 2]) {
      const { status, text } = await put('user_1/password', { password });
      expect([repeat, status, text]).toEqual([repeat, 204, '']);
    }
    expect(await matches(password)).toBe(true);
    await put('user_1/password', { password: 'another password of the tests' });
    expect([await matches(password), await matches('another password of the tests')]).toEqual([false, true]);
  });

  it('a new password ends the user’s sessions, the same one ends none', async () => {
    const insert = `INSERT INTO identity.payloads (kind, id, payload, account_id) VALUES ('Session', '1', '', 'user_1')`;
    await put('user_1/password', { password });
    await identity.stores.sql(insert);
    await put('user_1/password', { password });
    expect(await identity.stores.sql('SELECT FROM identity.payloads')).toHaveLength(1);
    await put('user_1/password', { password: 'another password of the tests' });
    expect(await identity.stores.sql('SELECT FROM identity.payloads')).toHaveLength(0);
  });

  it('an authenticator app is set, and set again, and each code works once', async () => {
    const app = identity.get(AuthenticatorsStore);
    expect(await app.isEnrolled('user_1')).toBe(false);
    expect((await put('user_1/totp', { secret: toBase32(secret) })).status).toBe(204);
    expect(await app.isEnrolled('user_1')).toBe(true);
    const now = new Date();
    const code = totpCode(secret, totpStep(now));
    const attempts = Array.from({ length: 10 }, () => app.accept('user_1', code, now));
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
    expect((await put('user_1/totp', { secret: toBase32(secret) })).status).toBe(204);
    expect(await app.accept('user_1', code, now)).toBe(false);
    expect(await app.accept('user_1', totpCode(secret, totpStep(now) - 1), now)).toBe(false);
    expect(await app.accept('user_1', totpCode(secret, totpStep(now) + 1), now)).toBe(true);
  });

  it.each([
    ['password', { password: 'fourteen chars' }],
    ['password', { password: 'x'.repeat(257) }],
    ['password', { password: 'passwordpassword' }],
    ['password', { password: 'Assessor@example.com' }],
    ['password', { password: 'Qwertyuiop-2026-11' }],
    ['password', { password: 'abcabcabcabcabcabc' }],
    ['password', { password: `${password}\ud800` }],
    ['password', {}],
    ['totp', { secret: toBase32(randomBytes(19)) }],
    ['totp', { secret: 'canary-no-base32' }],
    ['totp', { secret: 7 }],
  ])('refuses an invalid %s, without showing it', async (name, body) => {
    const { status, text } = await put(`user_1/${name}`, body);
    expect(status).toBe(400);
    expect(text).not.toContain('canary');
  });

  it('removes lost passkeys, after an app was set, and repeatedly', async () => {
    const remove = (): ReturnType<IdentityApp['manage']> =>
      identity.manage('DELETE', '/users/user_2/passkeys');
    const { passkeys } = identity.get(PeopleStores);
    await put('user_2', { email: 'owner@example.com', name: 'Owner' });
    const lost = {
      credentialId: 'AAAA',
      publicKey: randomBytes(8),
      counter: 0,
      isSynced: false,
      transports: [],
    };
    const place = { rpId: 'localhost', name: 'Lost key' };
    await passkeys.add('user_2', { ...lost, ...place }, { onlyFirst: true });
    const refused = await remove();
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('the passkeys are the only second factor') as string,
    ]);
    expect(await passkeys.of('user_2')).toHaveLength(1);
    await put('user_2/totp', { secret: toBase32(secret) });
    for (const repeat of [1, 2]) expect([repeat, (await remove()).status]).toEqual([repeat, 204]);
    expect(await passkeys.of('user_2')).toEqual([]);
  });

  it('answers 404 for an unknown user', async () => {
    expect((await identity.manage('DELETE', '/users/unknown/passkeys')).status).toBe(404);
    expect((await put('unknown/password', { password })).status).toBe(404);
    expect((await put('unknown/totp', { secret: toBase32(secret) })).status).toBe(404);
  });

  it('is not shown by the database', async () => {
    await put('user_1/password', { password });
    const rows = await identity.stores.sql(
      `SELECT concat(encode(passwords.hash, 'escape'), encode(authenticators.secret, 'hex')) AS text
       FROM identity.passwords JOIN identity.authenticators USING (user_id)`,
    );
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.text)).not.toMatch(/canary|argon2/);
    expect(String(rows[0]?.text)).not.toContain(secret.toString('hex'));
  });
});
