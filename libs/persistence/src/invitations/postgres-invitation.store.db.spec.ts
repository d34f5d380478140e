import { opened } from '@governance/testing';
import { type Invitation, type InvitationStore, type UnsentInvitation } from '@governance/iam';
import { contextOf, rowsSeen } from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { invitationOf, partsOf } from '../../spec/invitation-fixtures';
import { PostgresInvitationStore } from './postgres-invitation.store';

describe('PostgresInvitationStore', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let store: InvitationStore;

  beforeEach(() => {
    store = new PostgresInvitationStore(stores.database, stores.keyring);
  });

  const invite = (changes: Partial<Invitation> = {}, parts = {}): Promise<Invitation> => {
    const invitation = invitationOf(changes);
    return store.forOrg(invitation.orgId).create(invitation, partsOf(invitation, parts));
  };
  const unsent = (id: string, now = noon): Promise<UnsentInvitation | undefined> =>
    store.systemScope('invitation-mail').findUnsent(id, now);
  const invitations = (columns: string): Promise<Record<string, unknown>[]> =>
    rowsSeen(stores.testDatabase.url, `SELECT ${columns} FROM invitations ORDER BY created_at`, {
      scope: 'operator',
    });
  const audit = (): Promise<Record<string, unknown>[]> => stores.sql('SELECT * FROM audit_trail ORDER BY id');

  it('stores an invitation, its mail and an audit row with the inviter', async () => {
    const invitation = invitationOf({ connectionId: 'con_1', role: 'account-admin' });
    const parts = partsOf(invitation);
    expect(await store.forOrg('acme').create(invitation, parts)).toEqual(invitation);
    expect(await unsent(invitation.id)).toEqual({
      invitation,
      token: parts.token,
      invitedBy: parts.audit.actor,
    });
    expect(
      await stores.sql('SELECT id, kind, result_id, invitation_id, state, available_at FROM deliveries'),
    ).toEqual([
      {
        id: parts.deliveryId,
        kind: 'invitation',
        result_id: null,
        invitation_id: invitation.id,
        state: 'queued',
        available_at: noon,
      },
    ]);
    expect(await audit()).toMatchObject([
      {
        at: noon,
        org_id: 'acme',
        actor_subject: 'ada',
        operation: 'org-invitations:create',
        target: invitation.id,
        request_id: 'request-1',
        outcome: 'done',
        reason: null,
      },
    ]);
  });

  it('stores none of them when one cannot be stored', async () => {
    const { deliveryId } = partsOf(invitationOf());
    const first = await invite({}, { deliveryId });
    await expect(invite({ createdAt: laterBy(1_000) }, { deliveryId })).rejects.toThrow('deliveries_pkey');
    expect(await invitations('id, is_replaced')).toEqual([{ id: first.id, is_replaced: false }]);
    expect(await audit()).toHaveLength(1);
    expect(await unsent(first.id)).toBeDefined();
  });

  it('stores neither address nor token in plain text', async () => {
    const invitation = await invite({ email: 'canary@example.com' }, { token: 'canary-token' });
    const dump = await rowsSeen(
      stores.testDatabase.url,
      `SELECT invitations::text AS row, encode(email, 'escape') || encode(token, 'escape') AS bytes
       FROM invitations UNION ALL SELECT deliveries::text, encode(recipient, 'escape') FROM deliveries
       UNION ALL SELECT audit_trail::text, '' FROM audit_trail`,
      { scope: 'operator' },
    );
    expect(dump).toHaveLength(3);
    expect(JSON.stringify(dump)).toContain(invitation.id);
    expect(JSON.stringify(dump)).not.toContain('canary');
  });

  describe('of two invitations to one address', () => {
    it('keeps the newer one pending, in any spelling, and cancels the mail of the older', async () => {
      const older = await invite({ email: 'invitee@example.com' });
      const newer = await invite({ email: 'Invitee+work@Example.com', createdAt: laterBy(60_000) });
      expect(await invitations('id, is_replaced')).toEqual([
        { id: older.id, is_replaced: true },
        { id: newer.id, is_replaced: false },
      ]);
      expect(await unsent(older.id)).toBeUndefined();
      expect(await unsent(newer.id)).toBeDefined();
      const mail = await stores.sql('SELECT invitation_id, state FROM deliveries ORDER BY created_at');
      expect(mail).toEqual([
        { invitation_id: older.id, state: 'cancelled' },
        { invitation_id: newer.id, state: 'queued' },
      ]);
      expect(await audit()).toContainEqual(
        expect.objectContaining({
          operation: 'org-invitations:deliver',
          target: older.id,
          outcome: 'abandoned',
          reason: 'InvitationReplaced',
          request_id: 'request-1',
          actor_subject: 'ada',
          org_id: 'acme',
        }),
      );
    });

    it('keeps the one created last as the later one, even if another program’s clock was ahead', async () => {
      const ahead = await invite({ createdAt: laterBy(5_000) });
      const last = await invite({ createdAt: noon });
      expect(last.createdAt).toEqual(new Date(ahead.createdAt.getTime() + 1));
      expect((await unsent(last.id))?.invitation.createdAt).toEqual(last.createdAt);
      expect(await unsent(ahead.id)).toBeUndefined();
    });

    it('keeps one pending when many are created at the same time', async () => {
      const made = await Promise.all(Array.from({ length: 8 }, () => invite()));
      const rows = await invitations('id, is_replaced, created_at');
      const pending = rows.filter(({ is_replaced: isReplaced }) => isReplaced === false);
      expect(pending).toEqual([rows.at(-1)]);
      expect(new Set(made.map(({ createdAt }) => createdAt.getTime())).size).toBe(8);
      expect(await stores.sql(`SELECT invitation_id FROM deliveries WHERE state = 'queued'`)).toEqual([
        { invitation_id: rows.at(-1)?.id },
      ]);
    });

    it('keeps both when they have different organizations or addresses', async () => {
      await invite();
      await invite({ orgId: 'globex' });
      await invite({ email: 'second@example.com' });
      expect((await invitations('is_replaced')).map((row) => row.is_replaced)).toEqual([false, false, false]);
    });

    it('finds the older one after a rotation of the keyring', async () => {
      const older = await invite();
      store = new PostgresInvitationStore(stores.database, stores.rotateKeys());
      await invite({ createdAt: laterBy(1_000) });
      expect(await unsent(older.id)).toBeUndefined();
    });

    it('cancels parked mail too', async () => {
      const older = await invite();
      await stores.sql(`UPDATE deliveries SET state = 'parked', failure = 'MailRefused 550'`);
      await invite({ createdAt: laterBy(1_000) });
      const [mail] = await stores.sql('SELECT state FROM deliveries WHERE invitation_id = $1', [older.id]);
      expect(mail).toEqual({ state: 'cancelled' });
    });
  });

  it('has nothing to send for an expired one', async () => {
    const { id, expiresAt } = await invite();
    expect(await unsent(id, new Date(expiresAt.getTime() - 1))).toBeDefined();
    expect(await unsent(id, expiresAt)).toBeUndefined();
  });

  it('records in the audit trail why its mail was parked, with its request id', async () => {
    const invitation = invitationOf();
    const hostile = contextOf('org-invitations:create', { requestId: `'; DROP TABLE invitations; --` });
    await store.forOrg('acme').create(invitation, partsOf(invitation, { audit: hostile }));
    await stores.sql(`UPDATE deliveries SET state = 'parked', failure = 'Error EHOSTDOWN'`);
    expect(await audit()).toMatchObject([
      { outcome: 'done' },
      { outcome: 'abandoned', reason: 'Error EHOSTDOWN', request_id: hostile.requestId },
    ]);
  });
});
