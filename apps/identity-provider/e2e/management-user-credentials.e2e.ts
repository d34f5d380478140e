import { randomBytes, randomUUID } from 'node:crypto';
import { PasswordsStore } from '../src/people/passwords.store';
import { PeopleStores } from '../src/stores/people-stores';
import { AuthenticatorsStore } from '../src/second-factor/authenticators.store';
import { toBase32 } from '../src/second-factor/base32';
import { totpCode, totpStep } from '../src/second-factor/totp';
import { type IdentityApp } from './support/identity-app';
import { addOrganization } from './support/machines';
import { addPerson, password, type TestPerson } from './support/people';
import { givenApp } from './support/shared-app';

const path = '/session-ends';
const canary = 'canary password of the tests';
const secret = randomBytes(20);

const { identity } = givenApp();

describe('passwords, authenticator apps and passkeys in the management API', () => {
  const put = (path: string, body: unknown): ReturnType<IdentityApp['manage']> =>
    identity.manage('PUT', `/users/${path}`, body);
  const matches = (text: string): Promise<boolean> => identity.get(PasswordsStore).matches('user_1', text);

  beforeAll(async () => {
    await put('user_1', { email: 'assessor@example.com', name: 'Assessor' });
  });

  it('a password is set, and replaced by a new one', async () => {
    for (const repeat of [1, 2]) {
      const { status, text } = await put('user_1/password', { password: canary });
      expect([repeat, status, text]).toEqual([repeat, 204, '']);
    }
    expect(await matches(canary)).toBe(true);
    await put('user_1/password', { password: 'another password of the tests' });
    expect([await matches(canary), await matches('another password of the tests')]).toEqual([false, true]);
  });

  it('a new password ends the user’s sessions, the same one ends none', async () => {
    const insert = `INSERT INTO identity.payloads (kind, id, payload, account_id) VALUES ('Session', '1', '', 'user_1')`;
    await put('user_1/password', { password: canary });
    await identity.stores.sql(insert);
    await put('user_1/password', { password: canary });
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
    ['password', { password: `${canary}\ud800` }],
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
    expect((await put('unknown/password', { password: canary })).status).toBe(404);
    expect((await put('unknown/totp', { secret: toBase32(secret) })).status).toBe(404);
  });

  it('is not shown by the database', async () => {
    await put('user_1/password', { password: canary });
    const rows = await identity.stores.sql(
      `SELECT concat(encode(passwords.hash, 'escape'), encode(authenticators.secret, 'hex')) AS text
       FROM identity.passwords JOIN identity.authenticators USING (user_id)`,
    );
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.text)).not.toMatch(/canary|argon2/);
    expect(String(rows[0]?.text)).not.toContain(secret.toString('hex'));
  });
});

describe('the ends of sessions in the management API', () => {
  let person: TestPerson;

  beforeEach(async () => {
    await identity.stores.sql('DELETE FROM identity.session_ends');
    const places = [
      ['org_acme', 'viewer'],
      ['org_globex', 'viewer'],
    ] as const;
    person = await addPerson(identity, { app: true, places });
  });

  async function ends(): Promise<Record<string, unknown>[]> {
    return (await identity.manage('GET', path)).body.sessionEnds as Record<string, unknown>[];
  }
  const put = (what: string, body: object): Promise<unknown> =>
    identity.manage('PUT', `/users/${person.userId}/${what}`, body);

  it('are none for a first password or app, and for the same ones again', async () => {
    await put('password', { password });
    await put('totp', { secret: toBase32(person.secret ?? Buffer.alloc(0)) });
    await identity.manage('DELETE', `/users/${person.userId}/passkeys`);
    expect(await ends()).toEqual([]);
  });

  it('name the user and the organizations after a new password, a new app and the removal of passkeys', async () => {
    await put('password', { password: `another password ${randomUUID()}` });
    await put('totp', { secret: toBase32(randomBytes(20)) });
    await identity.stores.sql(
      `INSERT INTO identity.passkeys (id, user_id, credential_id, rp_id, public_key, name, is_synced, counter)
       VALUES (gen_random_uuid(), $1, $2, 'localhost', 'x', 'x', false, 0)`,
      [person.userId, randomBytes(16)],
    );
    await identity.manage('DELETE', `/users/${person.userId}/passkeys`);
    const listed = await ends();
    expect(listed).toHaveLength(3);
    for (const end of listed) {
      expect(end).toEqual({
        id: expect.any(String) as string,
        userId: person.userId,
        orgIds: ['org_acme', 'org_globex'],
        endedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      });
    }
    const moments = listed.map(({ endedAt }) => String(endedAt));
    expect(moments).toEqual(moments.toSorted());
  });

  it('are removed one by one, also twice', async () => {
    await put('password', { password: `another password ${randomUUID()}` });
    await put('totp', { secret: toBase32(randomBytes(20)) });
    const [first, second] = await ends();
    const remove = (): Promise<{ status: number }> =>
      identity.manage('DELETE', `${path}/${String(first?.id)}`);
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect(await ends()).toEqual([second]);
    expect((await identity.manage('DELETE', `${path}/1`)).status).toBe(400);
  });
});

describe('the search for members', () => {
  beforeAll(async () => {
    for (const orgId of ['org_acme', 'org_globex']) await addOrganization(identity.manage, orgId);
  });

  const search = async (email: unknown, orgId = 'org_acme'): Promise<[number, unknown]> => {
    const { status, body } = await identity.manage('POST', `/organizations/${orgId}/member-search`, {
      email,
    });
    return [status, body.memberships];
  };

  it('finds only members of the organization, by address in any case', async () => {
    await identity.manage('PUT', '/users/user_member', { email: 'member@example.com', name: 'Member' });
    await identity.manage('PUT', '/users/user_other', { email: 'other@example.com', name: 'Other' });
    await identity.manage('PUT', '/organizations/org_acme/memberships/user_member', { role: 'viewer' });
    expect(await search('Member@Example.com')).toEqual([
      200,
      [
        {
          userId: 'user_member',
          role: 'viewer',
          connectionId: null,
          email: 'member@example.com',
          name: 'Member',
          secondFactor: false,
          secondFactors: [],
          secondFactorResetAt: null,
          lastSignInAt: null,
          failedSignIns: null,
          createdAt: expect.any(String) as string,
        },
      ],
    ]);
    expect(await search('other@example.com')).toEqual([200, []]);
    expect(await search('unknown@example.com')).toEqual([200, []]);
    expect(await search('member@example.com', 'org_globex')).toEqual([200, []]);
    expect(await search('member@example.com', 'org_none')).toEqual([200, []]);
    expect(await search('no address')).toEqual([400, undefined]);
  });
});
