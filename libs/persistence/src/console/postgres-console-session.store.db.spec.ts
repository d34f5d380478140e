import { consoleIdleMs, consoleSessionMs, keptFormMs, type NewConsoleSession } from '@governance/iam';
import { newTestKeyring, opened } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresConsoleSessionStore } from './postgres-console-session.store';

const issuer = 'https://identity.example.org';
const tokens = {
  accessToken: 'access-canary',
  expiresAt: noon.getTime() + 600_000,
  refreshToken: 'refresh-canary',
  idToken: 'id-canary',
};

describe('console sessions', () => {
  const stores = opened(openTestStores);
  let sessions: PostgresConsoleSessionStore;
  beforeAll(() => {
    sessions = new PostgresConsoleSessionStore(stores.database, stores.keyring);
  });

  async function start(
    changes: Partial<NewConsoleSession> = {},
    store = sessions,
  ): Promise<NewConsoleSession> {
    const session = {
      id: randomUUID(),
      secret: randomBytes(32).toString('base64url'),
      person: { issuer, subject: `person|${randomUUID()}` },
      tokens,
      name: 'Łucja Canary',
      email: 'canary@example.org',
      browser: 'Firefox on Linux',
      createdAt: noon,
      endsAt: laterBy(consoleSessionMs),
      ...changes,
    };
    await store.start(session);
    return session;
  }

  it('are found by their secret, with everything that was stored, and by no other', async () => {
    const { secret, ...session } = await start();
    expect(await sessions.use(secret, laterBy(1_000))).toEqual({ ...session, lastUsedAt: laterBy(1_000) });
    expect(await sessions.use(session.id, laterBy(1_000))).toBeUndefined();
    expect(await sessions.use(`${secret}A`, laterBy(1_000))).toBeUndefined();
  });

  it('end when they are idle for too long, and each use moves that end', async () => {
    const { secret } = await start();
    expect(await sessions.use(secret, laterBy(consoleIdleMs - 1))).toBeDefined();
    expect(await sessions.use(secret, laterBy(2 * consoleIdleMs - 2))).toBeDefined();
    expect(await sessions.use(secret, laterBy(3 * consoleIdleMs - 2))).toBeUndefined();
  });

  it('end at their absolute end, used or not', async () => {
    const { secret } = await start({ endsAt: laterBy(consoleIdleMs / 2) });
    expect(await sessions.use(secret, laterBy(consoleIdleMs / 2 - 1))).toBeDefined();
    expect(await sessions.use(secret, laterBy(consoleIdleMs / 2))).toBeUndefined();
  });

  it('are sealed, each for its row, and hold no secret', async () => {
    const [one, other] = [await start(), await start()];
    const dump = JSON.stringify(
      await stores.sql('SELECT console_sessions::text AS row FROM console_sessions'),
    );
    for (const text of ['canary', 'Łucja', 'Firefox', one.secret]) {
      expect(dump).not.toContain(text);
      expect(dump).not.toContain(Buffer.from(text).toString('hex'));
    }
    await stores.sql(
      `UPDATE console_sessions SET tokens = (SELECT tokens FROM console_sessions WHERE id = $1) WHERE id = $2`,
      [one.id, other.id],
    );
    expect(await sessions.use(other.secret, noon)).toBeUndefined();
    await sessions.replaceTokens(other.id, tokens);
    expect(await sessions.use(other.secret, noon)).toMatchObject({ id: other.id, tokens });
  });

  it('keep one form, sealed, give it out once, and not after ten minutes', async () => {
    const { id, secret } = await start();
    const form = {
      path: '/console/credentials',
      fields: [['name', 'Kept canary']] as const,
      omitted: ['secret'],
    };
    expect(await sessions.takeForm(id, noon)).toBeUndefined();
    await sessions.keepForm(id, { ...form, path: '/console/members' }, noon);
    await sessions.keepForm(id, form, noon);
    const [row] = await stores.sql(`SELECT kept_form FROM console_sessions WHERE id = $1`, [id]);
    expect((row as { kept_form: Buffer }).kept_form.toString('latin1')).not.toContain('canary');
    const taken = await Promise.all([1, 2, 3].map(() => sessions.takeForm(id, laterBy(keptFormMs - 1))));
    expect(taken.filter((each) => each !== undefined)).toEqual([form]);
    await sessions.keepForm(id, form, noon);
    expect(await sessions.takeForm(id, laterBy(keptFormMs))).toBeUndefined();
    expect(await sessions.use(secret, noon)).toBeDefined();
  });

  it('open after a rotation of the keyring', async () => {
    const { secret } = await start();
    const rotated = new PostgresConsoleSessionStore(stores.database, stores.rotateKeys());
    expect(await rotated.use(secret, noon)).toMatchObject({ tokens, name: 'Łucja Canary' });
  });

  it('count as none with another keyring, and end without their tokens', async () => {
    const { person, ...first } = await start();
    const second = await start({ person });
    const later = new PostgresConsoleSessionStore(stores.database, newTestKeyring());
    expect(await later.use(first.secret, noon)).toBeUndefined();
    const own = await start({ person }, later);
    expect((await later.listOf(person, noon)).map(({ id }) => id)).toEqual([own.id]);
    expect(await later.end(person, first.id)).toBeUndefined();
    expect(await later.endOthers(person, own.id)).toEqual([]);
    for (const { secret } of [first, second]) expect(await sessions.use(secret, noon)).toBeUndefined();
    expect(await later.use(own.secret, noon)).toMatchObject({ id: own.id, tokens });
  });

  it('are refreshed by one caller at a time, until the tokens are replaced or the lease ends', async () => {
    const { id, secret } = await start();
    const begin = (second: number): ReturnType<typeof sessions.beginRefresh> =>
      sessions.beginRefresh(id, { now: laterBy(second * 1_000), leaseEnds: laterBy((second + 20) * 1_000) });
    const begun = await Promise.all([begin(0), begin(0), begin(0)]);
    expect(begun.filter((each) => each !== undefined)).toEqual([tokens]);
    expect(await begin(19)).toBeUndefined();
    expect(await begin(20)).toEqual(tokens);

    const next = { ...tokens, accessToken: 'next' };
    await sessions.replaceTokens(id, next);
    expect(await sessions.tokensOf(id)).toEqual(next);
    expect(await sessions.use(secret, noon)).toMatchObject({ tokens: next });
    expect(await begin(21)).toEqual(next);
    expect(await sessions.tokensOf(randomUUID())).toBeUndefined();
  });

  it('are listed for their person only, the last used first, without those that have ended', async () => {
    const { person, ...first } = await start();
    const second = await start({ person });
    await start({ person, endsAt: laterBy(1) });
    await start({ person: { ...person, issuer: 'https://other.example.org' } });
    await start();
    await sessions.use(second.secret, laterBy(2_000));
    const listed = await sessions.listOf(person, laterBy(3_000));
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(listed[0]).not.toHaveProperty('tokens');
    expect(await sessions.listOf(person, laterBy(consoleIdleMs + 1_000))).toHaveLength(1);
  });

  it('are ended by their person, one or all others, and by no other person', async () => {
    const { person, ...kept } = await start();
    const [second, third, fourth] = [
      await start({ person }),
      await start({ person }),
      await start({ person }),
    ];
    const stranger = await start();
    expect(await sessions.end(stranger.person, second.id)).toBeUndefined();
    expect(await sessions.use(second.secret, noon)).toBeDefined();
    expect(await sessions.end(person, second.id)).toEqual(tokens);
    expect(await sessions.use(second.secret, noon)).toBeUndefined();
    expect(await sessions.endOthers(person, kept.id)).toEqual([tokens, tokens]);
    for (const { secret } of [third, fourth]) expect(await sessions.use(secret, noon)).toBeUndefined();
    for (const { secret } of [kept, stranger]) expect(await sessions.use(secret, noon)).toBeDefined();
  });

  it('end for a person until a time, and those that have started later stay', async () => {
    const { person, ...first } = await start();
    const second = await start({ person, createdAt: laterBy(1_000) });
    const later = await start({ person, createdAt: laterBy(1_001) });
    const stranger = await start({ person: { ...person, issuer: 'https://other.example.org' } });
    await sessions.endUntil(person, laterBy(1_000));
    for (const { secret } of [first, second]) expect(await sessions.use(secret, noon)).toBeUndefined();
    for (const { secret } of [later, stranger]) expect(await sessions.use(secret, noon)).toBeDefined();
  });

  it('are removed when they have ended, and not before', async () => {
    await stores.sql('DELETE FROM console_sessions');
    await start({ endsAt: laterBy(1_000) });
    const idle = await start();
    const used = await start();
    await sessions.use(used.secret, laterBy(5_000));
    expect(await sessions.removeEnded(laterBy(999))).toBe(0);
    expect(await sessions.removeEnded(laterBy(1_000))).toBe(1);
    expect(await sessions.removeEnded(laterBy(consoleIdleMs))).toBe(1);
    expect(await stores.sql('SELECT id FROM console_sessions')).toEqual([{ id: used.id }]);
    expect(await sessions.tokensOf(idle.id)).toBeUndefined();
  });
});
