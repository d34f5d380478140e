import { randomBytes, randomUUID } from 'node:crypto';
import { toBase32 } from '../src/second-factor/base32';
import { type IdentityApp, startIdentityApp } from './support/identity-app';
import { addPerson, password, type TestPerson } from './support/people';

const path = '/session-ends';

describe('the ends of sessions in the management API', () => {
  let identity: IdentityApp;
  let person: TestPerson;

  beforeAll(async () => {
    identity = await startIdentityApp();
  });
  beforeEach(async () => {
    const places = [
      ['org_acme', 'viewer'],
      ['org_globex', 'viewer'],
    ] as const;
    person = await addPerson(identity, { app: true, places });
  });
  afterEach(() => identity.stores.sql('DELETE FROM identity.session_ends'));
  afterAll(() => identity.close());

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

  it.each(['GET', 'DELETE'])('need the management token (%s)', async (method) => {
    const target = method === 'GET' ? path : `${path}/${randomUUID()}`;
    expect((await identity.call(`/management/v1${target}`, { method })).status).toBe(401);
  });
});
