import { opened } from '@governance/testing';
import {
  type Invitation,
  type InvitationStore,
  type ListPosition,
  type Revocation,
  type StoredInvitation,
} from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { contextOf, rowsSeen } from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { invitationOf, partsOf } from '../../spec/invitation-fixtures';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresInvitationStore } from './postgres-invitation.store';

const leaseUntil = laterBy(20_000);

describe('stored invitations', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let store: InvitationStore;

  beforeEach(() => {
    store = new PostgresInvitationStore(stores.database, stores.keyring);
  });

  const invite = (changes: Partial<Invitation> = {}): Promise<Invitation> => {
    const invitation = invitationOf(changes);
    return store.forOrg(invitation.orgId).create(invitation, partsOf(invitation));
  };
  const replace = (id: string, changes: Partial<Invitation> = {}): Promise<Invitation | undefined> => {
    const invitation = invitationOf({ createdAt: laterBy(1_000), ...changes });
    const audit = contextOf('org-invitations:resend', { target: id });
    return store.forOrg(invitation.orgId).replace(id, invitation, partsOf(invitation, { audit }));
  };
  const revocationOf = (id: string): Revocation => ({
    at: laterBy(5_000),
    audit: contextOf('org-invitations:revoke', { target: id }),
  });
  const revoke = (id: string, orgId = 'acme'): Promise<boolean> =>
    store.forOrg(orgId).revoke(id, revocationOf(id));
  const list = (after?: ListPosition, limit = 200): Promise<readonly StoredInvitation[]> =>
    store.forOrg('acme').list({ limit, after });
  const idsOf = (listed: readonly StoredInvitation[]): string[] => listed.map(({ id }) => id);
  const deliveries = (): Promise<Record<string, unknown>[]> =>
    stores.sql('SELECT invitation_id, state, failure, message FROM deliveries ORDER BY created_at');
  const audit = (): Promise<Record<string, unknown>[]> =>
    stores.sql('SELECT operation, target, outcome, reason, at FROM audit_trail ORDER BY id');
  const tokens = (): Promise<Record<string, unknown>[]> =>
    rowsSeen(stores.testDatabase.url, 'SELECT token FROM invitations WHERE token IS NOT NULL', {
      scope: 'operator',
    });

  describe('in a list', () => {
    it('are all of the organization, newest first, with every member', async () => {
      const first = await invite({ role: 'account-admin', connectionId: 'con_1' });
      const second = await invite({ email: 'second@example.com', createdAt: laterBy(1_000) });
      await invite({ orgId: 'globex' });
      const waiting = { isReplaced: false, isMailWaiting: true };
      expect(await list()).toEqual([
        { ...second, ...waiting },
        { ...first, ...waiting },
      ]);
    });

    it('show a replaced one, and whether mail still waits', async () => {
      const older = await invite();
      const newer = await invite({ createdAt: laterBy(1_000) });
      await stores.sql(`UPDATE deliveries SET state = 'sent', sent_at = now() WHERE invitation_id = $1`, [
        newer.id,
      ]);
      const parked = await invite({ email: 'parked@example.com', createdAt: laterBy(2_000) });
      await stores.sql(`UPDATE deliveries SET state = 'parked' WHERE invitation_id = $1`, [parked.id]);
      expect(await list()).toMatchObject([
        { id: parked.id, isReplaced: false, isMailWaiting: true },
        { id: newer.id, isReplaced: false, isMailWaiting: false },
        { id: older.id, isReplaced: true, isMailWaiting: false },
      ]);
    });

    it('are on pages that neither skip nor repeat those of one moment', async () => {
      const made = await Promise.all(
        Array.from({ length: 9 }, (_, index) => invite({ email: `person-${index}@example.com` })),
      );
      const walked: string[] = [];
      for (let after: ListPosition | undefined; ;) {
        const page = await list(after, 2);
        walked.push(...idsOf(page));
        after = page.at(-1);
        if (after === undefined) break;
      }
      expect(walked).toEqual(
        made
          .map(({ id }) => id)
          .toSorted()
          .toReversed(),
      );
    });

    it('are read from an index for any number of rows', async () => {
      const { id } = await invite();
      await rowsSeen(
        stores.testDatabase.url,
        `INSERT INTO invitations (id, org_id, email, email_mac, role, is_replaced, created_at, expires_at, audit)
         SELECT gen_random_uuid(), 'org_' || n % 10, email, sha256(n::text::bytea), role, true,
           created_at - n * interval '1 second', expires_at, audit
         FROM invitations, generate_series(1, 20000) AS n WHERE id = '${id}'`,
        { scope: 'operator' },
      );
      await stores.sql('ANALYZE invitations');
      const planOf = async (statement: string): Promise<string> =>
        (await rowsSeen(stores.testDatabase.url, `EXPLAIN ${statement}`, { scope: 'operator' }))
          .map((row) => String(row['QUERY PLAN']))
          .join('\n');
      expect(
        await planOf(`SELECT id FROM invitations WHERE org_id = 'org_1' AND (created_at, id) < ('infinity', '${id}')
          ORDER BY created_at DESC, id DESC LIMIT 101`),
      ).toContain('invitations_listed');
      expect(
        await planOf(
          `SELECT max(created_at) FROM invitations WHERE org_id = 'org_1' AND email_mac = ANY('{"\\x00"}')`,
        ),
      ).toContain('invitations_latest');
    });
  });

  it('are found by id in their organization only', async () => {
    const invitation = await invite();
    expect(await store.forOrg('acme').find(invitation.id)).toMatchObject(invitation);
    expect(await store.forOrg('globex').find(invitation.id)).toBeUndefined();
    expect(await store.forOrg('acme').find(randomUUID())).toBeUndefined();
  });

  describe('that are replaced', () => {
    it('end with their mail, for a new invitation with an audit row that names the former', async () => {
      const former = await invite();
      const sent = await replace(former.id);
      expect(await list()).toMatchObject([
        { id: sent?.id, isReplaced: false },
        { id: former.id, isReplaced: true },
      ]);
      expect(await deliveries()).toMatchObject([
        { invitation_id: former.id, state: 'cancelled', failure: 'InvitationReplaced' },
        { invitation_id: sent?.id, state: 'queued' },
      ]);
      expect(await audit()).toMatchObject([
        { operation: 'org-invitations:create', target: former.id, outcome: 'done' },
        { operation: 'org-invitations:deliver', target: former.id, outcome: 'abandoned' },
        { operation: 'org-invitations:resend', target: former.id, outcome: 'done' },
      ]);
    });

    it('are replaced once, by one of many concurrent requests', async () => {
      const { id } = await invite();
      const sent = await Promise.all(Array.from({ length: 8 }, () => replace(id)));
      expect(sent.filter((each) => each !== undefined)).toHaveLength(1);
      expect(await list()).toHaveLength(2);
    });

    it('cannot be revoked ones, ones of another organization, or unknown ones', async () => {
      const { id } = await invite();
      expect(await replace(id, { orgId: 'globex' })).toBeUndefined();
      expect(await replace(randomUUID())).toBeUndefined();
      // The pending invitation to the same address stays.
      expect(await list()).toMatchObject([{ id, isReplaced: false, isMailWaiting: true }]);
      await revoke(id);
      expect(await replace(id)).toBeUndefined();
      expect(await list()).toHaveLength(1);
      expect(await deliveries()).toHaveLength(1);
    });
  });

  describe('that are revoked', () => {
    it('end with their waiting mail and their token, and with one audit row', async () => {
      const { id } = await invite();
      expect(await revoke(id)).toBe(true);
      expect(await list()).toMatchObject([{ id, isReplaced: true, isMailWaiting: false }]);
      expect(await deliveries()).toEqual([
        { invitation_id: id, state: 'cancelled', failure: 'InvitationRevoked', message: null },
      ]);
      expect(await tokens()).toEqual([]);
      expect(await audit()).toMatchObject([
        { operation: 'org-invitations:create' },
        { operation: 'org-invitations:revoke', target: id, outcome: 'done', at: laterBy(5_000) },
        {
          operation: 'org-invitations:deliver',
          target: id,
          outcome: 'abandoned',
          reason: 'InvitationRevoked',
        },
      ]);
    });

    it('are revoked once, by one of many concurrent requests, and in their organization only', async () => {
      const { id } = await invite();
      expect(await revoke(id, 'globex')).toBe(false);
      expect(await revoke(randomUUID())).toBe(false);
      const answers = await Promise.all(Array.from({ length: 8 }, () => revoke(id)));
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect((await audit()).filter(({ operation }) => operation === 'org-invitations:revoke')).toHaveLength(
        1,
      );
    });

    it('end with a prepared message, which its worker can no longer send', async () => {
      const { id } = await invite();
      const queue = new PostgresDeliveryQueue(stores.database, stores.keyring, { work: 'invitations' });
      const claim = await queue.claim({ now: noon, leaseUntil });
      if (!claim) throw new Error('nothing was due');
      await queue.saveMessage(claim, { message: Buffer.from('mail'), leaseUntil });
      expect(await revoke(id)).toBe(true);
      expect(await deliveries()).toMatchObject([{ state: 'cancelled', message: null }]);
      await expect(queue.complete(claim, noon)).rejects.toThrow('');
      expect(await queue.claim({ now: leaseUntil, leaseUntil: laterBy(40_000) })).toBeUndefined();
      await queue.close();
    });

    it('stay revoked, and a later invitation to the address has a later time', async () => {
      const revoked = await invite({ createdAt: laterBy(5_000) });
      await revoke(revoked.id);
      const next = await invite();
      expect(next.createdAt).toEqual(new Date(revoked.createdAt.getTime() + 1));
      expect(idsOf(await list())).toEqual([next.id, revoked.id]);
    });
  });
});
