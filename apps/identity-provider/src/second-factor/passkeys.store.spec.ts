import { given } from '@governance/testing';
import { Keyring } from '@governance/keyring';
import { Database } from '@governance/postgres';
import { openStores } from '../../e2e/support/identity-server';
import { randomBytes } from 'node:crypto';
import { Housekeeping } from '../database/housekeeping';
import { UsersStore } from '../people/users.store';
import { AuthenticatorsStore } from './authenticators.store';
import { PasskeyChallengesStore } from './passkey-challenges.store';
import { mostPasskeys, type NewPasskey, PasskeysStore } from './passkeys.store';
import { isEnrolled, SecondFactorsStore } from './second-factors.store';

const rpId = 'login.example.org';

function newPasskey(changes: Partial<NewPasskey> = {}): NewPasskey {
  const credentialId = randomBytes(16).toString('base64url');
  const rest = { transports: ['usb'], publicKey: Buffer.from('canary key'), isSynced: false, counter: 0 };
  return { credentialId, rpId, name: 'Blue key', ...rest, ...changes };
}

describe('the stores of passkeys', () => {
  const stored = given(openStores);
  let database: Database;
  let passkeys: PasskeysStore;
  let challenges: PasskeyChallengesStore;
  let factors: SecondFactorsStore;
  let apps: AuthenticatorsStore;
  let users: UsersStore;
  let count = 0;

  beforeAll(async () => {
    database = await Database.open({ url: stored.databaseUrl });
    const keys = Keyring.load(stored.keyringFile);
    passkeys = new PasskeysStore(database, keys);
    challenges = new PasskeyChallengesStore(database, keys);
    factors = new SecondFactorsStore(database);
    apps = new AuthenticatorsStore(database, keys);
    users = new UsersStore(database, keys);
  });
  afterAll(async () => {
    await database.close();
    await stored.drop();
  });

  async function addUser(): Promise<string> {
    const id = `user_${(count += 1)}`;
    await users.hold((held) => held.put(id, { email: `${id}@example.com`, emailVerified: true, name: id }));
    return id;
  }

  const add = (userId: string, passkey = newPasskey()): Promise<string> =>
    passkeys.add(userId, passkey, { onlyFirst: false });

  const idsOf = async (userId: string): Promise<string[]> => (await passkeys.of(userId)).map(({ id }) => id);

  it('keep a passkey with its name, and find its key for its user and host only', async () => {
    const [userId, other] = [await addUser(), await addUser()];
    const passkey = newPasskey({ isSynced: true });
    expect(await add(userId, passkey)).toBe('added');
    const { credentialId, name, transports } = passkey;
    const [listed] = await passkeys.of(userId);
    expect(listed).toMatchObject({ credentialId, name, transports, rpId, lastUsedAt: undefined });
    const found = await passkeys.find(userId, rpId, credentialId);
    expect([found?.publicKey.toString(), found?.isSynced]).toEqual(['canary key', true]);
    expect(await passkeys.find(other, rpId, credentialId)).toBeUndefined();
    expect(await passkeys.find(userId, 'other.example.org', credentialId)).toBeUndefined();
    expect(await factors.of(userId)).toEqual({ app: false, passkeyHosts: [rpId] });
  });

  it('seal name and key, each bound to its user', async () => {
    const [userId, other] = [await addUser(), await addUser()];
    const passkey = newPasskey({ name: 'canary name' });
    await add(userId, passkey);
    const [row] = await stored.sql(
      `SELECT encode(name, 'escape') || encode(public_key, 'escape') AS text FROM identity.passkeys WHERE user_id = $1`,
      [userId],
    );
    expect(row?.text).not.toContain('canary');
    await stored.sql('UPDATE identity.passkeys SET user_id = $2 WHERE user_id = $1', [userId, other]);
    await expect(passkeys.find(other, rpId, passkey.credentialId)).rejects.toThrow('it was changed');
  });

  it('refuse a credential that exists, for the same user and for another one', async () => {
    const [userId, other] = [await addUser(), await addUser()];
    const passkey = newPasskey();
    const added = await Promise.all([add(userId, passkey), add(other, passkey)]);
    expect(added.toSorted()).toEqual(['added', 'taken']);
    expect(await add(userId, passkey)).toBe('taken');
  });

  it('keep at most ten for a user, also when they are added at the same time', async () => {
    const userId = await addUser();
    const added = await Promise.all(Array.from({ length: mostPasskeys + 3 }, () => add(userId)));
    expect(added.filter((each) => each === 'added')).toHaveLength(mostPasskeys);
    expect(added.filter((each) => each === 'too-many')).toHaveLength(3);
  });

  it('let only one be the first second factor: an app or a passkey', async () => {
    const userId = await addUser();
    const first = (): Promise<string> => passkeys.add(userId, newPasskey(), { onlyFirst: true });
    const app = (): Promise<boolean> => apps.enrolFirst(userId, { secret: randomBytes(20), usedStep: 1 });
    const results = await Promise.all([first(), app(), first(), app()]);
    expect(results.filter((each) => each === true || each === 'added')).toHaveLength(1);
    const { app: hasApp, passkeyHosts } = await factors.of(userId);
    expect([hasApp, ...passkeyHosts]).toEqual(hasApp ? [true] : [false, rpId]);
  });

  it('accept a counter that grows, once, and always 0 of a key without a counter', async () => {
    const userId = await addUser();
    await add(userId);
    const [id = ''] = await idsOf(userId);
    expect([await passkeys.use(id, 0), await passkeys.use(id, 0)]).toEqual([true, true]);
    const both = await Promise.all([passkeys.use(id, 5), passkeys.use(id, 5)]);
    expect(both.toSorted()).toEqual([false, true]);
    const later = [];
    for (const counter of [5, 4, 0, 6]) later.push(await passkeys.use(id, counter));
    expect(later).toEqual([false, false, false, true]);
    const [{ lastUsedAt } = {}] = await passkeys.of(userId);
    expect(lastUsedAt).toBeInstanceOf(Date);
  });

  it('remove a passkey of its user only, and never the last second factor that works', async () => {
    const [userId, other] = [await addUser(), await addUser()];
    await add(userId);
    await add(other);
    const [id = ''] = await idsOf(userId);
    expect(await passkeys.remove(other, id, { rpId })).toBe('unknown');
    expect(await passkeys.remove(userId, id, { rpId })).toBe('last');
    await add(userId, newPasskey({ rpId: 'old.example.org' }));
    expect(await passkeys.remove(userId, id, { rpId })).toBe('last');
    await add(userId);
    expect(await passkeys.remove(userId, id, { rpId })).toBe('removed');
    expect(await passkeys.remove(userId, id, { rpId })).toBe('unknown');
  });

  it('remove one of two at the same time, not both', async () => {
    const userId = await addUser();
    await add(userId);
    await add(userId);
    const removed = await Promise.all(
      (await idsOf(userId)).map((id) => passkeys.remove(userId, id, { rpId })),
    );
    expect(removed.toSorted()).toEqual(['last', 'removed']);
  });

  it('remove all of a user with an app, none of another one', async () => {
    const userId = await addUser();
    expect(await passkeys.removeAll('unknown')).toBe('unknown');
    expect(await passkeys.removeAll(userId)).toBe('removed');
    await add(userId);
    expect(await passkeys.removeAll(userId)).toBe('last');
    await apps.set(userId, randomBytes(20));
    expect(await passkeys.removeAll(userId)).toBe('removed');
    expect(isEnrolled(await factors.of(userId))).toBe(true);
    expect(await passkeys.of(userId)).toEqual([]);
  });

  it('go with the account, also for a release that does not know them', async () => {
    const userId = await addUser();
    await add(userId);
    await stored.sql('DELETE FROM identity.users WHERE id = $1', [userId]);
    expect(await passkeys.of(userId)).toEqual([]);
  });

  it('take a challenge once, for its purpose, its user and its page only', async () => {
    const use = { ceremony: 'get', userId: 'user_1', page: 'sign-in 1' } as const;
    const challenge = (await challenges.issue(use)).toString('base64url');
    for (const other of [
      { ...use, ceremony: 'create' as const },
      { ...use, userId: 'user_2' },
      { ...use, page: 'sign-in 2' },
      { ...use, userId: 'user_1\nsign-in 1', page: '' },
    ])
      expect(await challenges.take(other, challenge)).toBe(false);
    const taken = await Promise.all(Array.from({ length: 5 }, () => challenges.take(use, challenge)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await challenges.take(use, 'unknown')).toBe(false);
  });

  it('refuse a challenge after five minutes, and delete it', async () => {
    const use = { ceremony: 'create', userId: 'user_1', page: 'account 1' } as const;
    const [used, kept] = [await challenges.issue(use), await challenges.issue(use)];
    const passed = `UPDATE identity.passkey_challenges SET expires_at = expires_at - interval '300 seconds'`;
    await stored.sql(passed);
    expect(await challenges.take(use, used.toString('base64url'))).toBe(false);
    await new Housekeeping(database).run();
    expect(await stored.sql('SELECT FROM identity.passkey_challenges')).toEqual([]);
    expect(kept).toHaveLength(32);
  });
});
