import { given } from '@governance/testing';
import { Keyring, runKeysCommand } from '@governance/keyring';
import { Database } from '@governance/postgres';
import { openStores } from '../../e2e/support/identity-server';
import { Housekeeping } from '../database/housekeeping';
import { PayloadAdapter } from './payload.adapter';

describe('PayloadAdapter', () => {
  const stored = given(openStores);
  let database: Database;

  beforeAll(async () => {
    database = await Database.open({ url: stored.databaseUrl });
  });
  afterEach(() => stored.sql('TRUNCATE identity.payloads'));
  afterAll(async () => {
    await database.close();
    await stored.drop();
  });

  function adapter(kind = 'RefreshToken'): PayloadAdapter {
    return new PayloadAdapter(kind, database, Keyring.load(stored.keyringFile));
  }

  it('finds stored payloads by id, user code or uid, and only of its own kind', async () => {
    const payload = { accountId: 'user_1', grantId: 'grant_1', userCode: 'ABCD', uid: 'uid_1', nonce: 'n' };
    await adapter().upsert('token', payload, 60);
    expect(await adapter().find('token')).toEqual(payload);
    expect(await adapter().findByUserCode('ABCD')).toEqual(payload);
    expect(await adapter().findByUid('uid_1')).toEqual(payload);
    expect(await adapter().find('other')).toBeUndefined();
    expect(await adapter('Session').find('token')).toBeUndefined();
  });

  it('replaces a stored payload', async () => {
    await adapter().upsert('token', { nonce: 'old' }, 60);
    await adapter().upsert('token', { nonce: 'new' }, 60);
    expect(await adapter().find('token')).toEqual({ nonce: 'new' });
  });

  it('stores neither ids nor payloads in clear text § V7.2.3', async () => {
    await adapter().upsert(
      'canary-id',
      { nonce: 'canary-nonce', userCode: 'canary-code', uid: 'canary-uid' },
      60,
    );
    const rows =
      await stored.sql(`SELECT concat_ws(' ', kind, encode(id, 'escape'), encode(payload, 'escape'), encode(user_code, 'escape'),
         encode(uid, 'escape')) AS text FROM identity.payloads`);
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.text)).not.toContain('canary');
  });

  it('opens a payload in its own row only', async () => {
    await adapter().upsert('mine', { accountId: 'user_1' }, 60);
    await adapter().upsert('yours', { accountId: 'user_2' }, 60);
    await stored.sql(
      `UPDATE identity.payloads one SET payload = other.payload FROM identity.payloads other WHERE one.id <> other.id`,
    );
    await expect(adapter().find('mine')).rejects.toThrow('cannot be opened');
  });

  it('is consumed once by concurrent requests', async () => {
    await adapter('AuthorizationCode').upsert('code', { nonce: 'n' }, 60);
    const attempts = Array.from({ length: 20 }, () => adapter('AuthorizationCode').consume('code'));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusal = {
      status: 'rejected',
      reason: expect.objectContaining({ error: 'invalid_grant' }) as unknown,
    };
    expect(results.filter(({ status }) => status === 'rejected')).toEqual(
      Array.from({ length: 19 }, () => refusal),
    );
    expect(await adapter('AuthorizationCode').find('code')).toEqual({
      nonce: 'n',
      consumed: expect.any(Number) as number,
    });
  });

  it('ends the grant when it is consumed a second time, so that the whole family is invalid', async () => {
    await adapter('Grant').upsert('grant_1', { accountId: 'user_1' }, 60);
    await adapter('Grant').upsert('grant_2', { accountId: 'user_1' }, 60);
    await adapter().upsert('token', { grantId: 'grant_1' }, 60);
    await adapter().consume('token');
    expect(await adapter('Grant').find('grant_1')).toBeDefined();
    await expect(adapter().consume('token')).rejects.toThrow('invalid_grant');
    expect(await adapter('Grant').find('grant_1')).toBeUndefined();
    expect(await adapter('Grant').find('grant_2')).toBeDefined();
  });

  it('belongs to an account, so that a new password ends it', async () => {
    await adapter().upsert('one', { accountId: 'user_1' }, 60);
    await adapter('Interaction').upsert('two', { result: { progress: { userId: 'user_1' } } }, 60);
    await adapter('Interaction').upsert('three', {}, 60);
    const rows = await stored.sql('SELECT account_id FROM identity.payloads ORDER BY account_id');
    expect(rows.map(({ account_id: accountId }) => accountId)).toEqual(['user_1', 'user_1', null]);
  });

  it('does not find destroyed payloads, or those of a revoked grant', async () => {
    await adapter().upsert('one', {}, 60);
    await adapter().upsert('two', { grantId: 'grant' }, 60);
    await adapter().upsert('three', { grantId: 'other' }, 60);
    await adapter().destroy('one');
    await adapter().revokeByGrantId('grant');
    expect(await Promise.all(['one', 'two', 'three'].map((id) => adapter().find(id)))).toEqual([
      undefined,
      undefined,
      { grantId: 'other' },
    ]);
  });

  it('does not find expired payloads, which housekeeping deletes § V7.3.2 V10.4.3', async () => {
    await adapter().upsert('over', {}, 60);
    await adapter().upsert('lasting', {}, 60);
    await adapter().upsert('forever', {});
    await stored.sql(`UPDATE identity.payloads SET expires_at = now() WHERE id = $1`, [
      Keyring.load(stored.keyringFile).mac('oauth-id', 'over'),
    ]);
    expect(await adapter().find('over')).toBeUndefined();
    await new Housekeeping(database).run();
    expect(await stored.sql('SELECT FROM identity.payloads')).toHaveLength(2);
  });

  it('finds, replaces and consumes what was stored before the keyring was rotated', async () => {
    await adapter().upsert('token', { nonce: 'before', grantId: 'grant' }, 60);
    runKeysCommand(['rotate', '0'], { file: stored.keyringFile, now: new Date(), print: () => undefined });
    expect(await adapter().find('token')).toMatchObject({ nonce: 'before' });
    await adapter().upsert('token', { nonce: 'after' }, 60);
    expect(await adapter().find('token')).toEqual({ nonce: 'after' });
    await adapter().consume('token');
    await expect(adapter().consume('token')).rejects.toThrow('invalid_grant');
    expect(await stored.sql('SELECT FROM identity.payloads')).toHaveLength(1);
  });
});
