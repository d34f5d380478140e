import { given } from '@governance/testing';
import { type ClaimedDelivery } from '@governance/deliveries';
import { type Invitation } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { rowsSeen } from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { invitationOf, partsOf } from '../../spec/invitation-fixtures';
import { type DeliveryWork } from '../deliveries/delivery-work';
import { PostgresBlockedAddresses } from '../addresses/postgres-blocked-addresses';
import { PostgresDeliveryBacklog } from '../deliveries/postgres-delivery-backlog';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresPersonalDataStore } from '../addresses/postgres-personal-data.store';
import { PostgresResultStore } from '../results/postgres-result.store';
import { PostgresInvitationHousekeeping } from './postgres-invitation-housekeeping';
import { PostgresInvitationStore } from './postgres-invitation.store';

const leaseUntil = laterBy(20_000);
const email = 'invitee@example.com';

describe('the mail of an invitation', () => {
  const stores = given(openTestStores, beforeEach);
  let queue: PostgresDeliveryQueue;

  beforeEach(() => {
    queue = queueFor('invitations');
  });
  afterEach(async () => {
    await queue.close();
    await stores.close();
  });

  function queueFor(work: DeliveryWork): PostgresDeliveryQueue {
    return new PostgresDeliveryQueue(stores.database, stores.keyring, { work });
  }

  async function invite(changes: Partial<Invitation> = {}): Promise<Invitation> {
    const invitation = invitationOf({ email, ...changes });
    const store = new PostgresInvitationStore(stores.database, stores.keyring);
    return store.forOrg(invitation.orgId).create(invitation, partsOf(invitation));
  }

  async function submit(submitterEmail = email): Promise<string> {
    const deliveryId = randomUUID();
    const results = new PostgresResultStore(stores.database, stores.keyring);
    await results.create(resultOf(), { submitterEmail, deliveryId });
    return deliveryId;
  }

  async function claimed(): Promise<ClaimedDelivery> {
    const claim = await queue.claim({ now: noon, leaseUntil });
    if (!claim) throw new Error('nothing was due');
    return claim;
  }

  const asOperator = (text: string): Promise<Record<string, unknown>[]> =>
    rowsSeen(stores.testDatabase.url, text, { scope: 'operator' });
  const tokens = async (): Promise<unknown[]> =>
    (await asOperator('SELECT token FROM invitations')).map(({ token }) => token);
  const ends = (): Promise<Record<string, unknown>[]> =>
    asOperator(
      `SELECT at, org_id, actor_subject, request_id, target, outcome, reason FROM audit_trail
       WHERE operation = 'org-invitations:deliver' ORDER BY id`,
    );

  it('is claimed only by the worker for invitations, which claims nothing else', async () => {
    const { id } = await invite();
    const certificate = await submit('assessor@example.com');
    const certificates = queueFor('certificates');

    expect(await certificates.claim({ now: noon, leaseUntil })).toMatchObject({
      id: certificate,
      kind: 'completion',
    });
    expect(await certificates.claim({ now: noon, leaseUntil })).toBeUndefined();
    await submit('second@example.com');
    expect(await claimed()).toMatchObject({ kind: 'invitation', invitationId: id, recipient: email });
    expect(await queue.claim({ now: noon, leaseUntil })).toBeUndefined();
  });

  it('is counted only in the backlog of its worker', async () => {
    await invite({ createdAt: laterBy(-90_000) });
    await submit();
    const due = (work: DeliveryWork) => new PostgresDeliveryBacklog(stores.database, work).measure(noon);
    expect(await due('invitations')).toEqual({ due: 1, dueSince: laterBy(-90_000) });
    expect(await due('certificates')).toEqual({ due: 1, dueSince: noon });
  });

  it('has the token only until its message is stored', async () => {
    await invite();
    expect(await tokens()).toEqual([expect.any(Buffer)]);
    const claim = await claimed();
    await queue.postpone(claim, { until: noon, failure: 'Error ECONNREFUSED' });
    expect(await tokens()).toEqual([expect.any(Buffer)]);
    await queue.saveMessage(await claimed(), { message: Buffer.from('mail'), leaseUntil });
    expect(await tokens()).toEqual([null]);
    expect(await ends()).toEqual([]);
  });

  it('is recorded as delivered when the mail server accepts it, with that time', async () => {
    const { id } = await invite();
    const claim = await claimed();
    await queue.saveMessage(claim, { message: Buffer.from('mail'), leaseUntil });
    await queue.complete(claim, laterBy(3_000));
    expect(await ends()).toEqual([
      {
        at: laterBy(3_000),
        org_id: 'acme',
        actor_subject: 'ada',
        request_id: 'request-1',
        target: id,
        outcome: 'done',
        reason: null,
      },
    ]);
  });

  const endings: [string, (claim: ClaimedDelivery) => Promise<unknown>, string][] = [
    ['cancelled', (claim) => queue.cancel(claim, 'InvitationOutdated'), 'InvitationOutdated'],
    [
      'blocked by its recipient',
      async () => {
        const blocked = new PostgresBlockedAddresses(stores.database, stores.keyring);
        await blocked.block(blocked.tokenOf(email), noon);
      },
      'AddressBlocked',
    ],
    [
      'blocked before it was made',
      async (claim) => {
        await stores.sql('UPDATE deliveries SET recipient_mac = NULL');
        const blocked = new PostgresBlockedAddresses(stores.database, stores.keyring);
        await blocked.block(blocked.tokenOf(email), noon);
        expect(await queue.admit(claim, noon)).toBe('blocked');
      },
      'AddressBlocked',
    ],
    ['replaced', () => invite({ createdAt: laterBy(1_000) }), 'InvitationReplaced'],
    [
      'cleared with old personal data',
      () => {
        const all = {
          sentBefore: noon,
          settledBefore: noon,
          submittedBefore: laterBy(1),
          documentedBefore: noon,
          keyedBefore: noon,
          countedBefore: noon,
        };
        return new PostgresPersonalDataStore(stores.database, stores.keyring).removeOld(all);
      },
      'cancelled',
    ],
  ];
  it.each(endings)('is recorded as abandoned when it is %s, and then has no token', async (...ending) => {
    const [, end, reason] = ending;
    const { id } = await invite();
    await end(await claimed());
    expect(await ends()).toMatchObject([
      { target: id, outcome: 'abandoned', reason, request_id: 'request-1' },
    ]);
    expect((await asOperator(`SELECT token FROM invitations WHERE id = '${id}'`))[0]).toEqual({
      token: null,
    });
  });

  it('is recorded as abandoned when it is parked, and keeps its token for an operator if it is not prepared', async () => {
    const { id } = await invite();
    await queue.park(await claimed(), 'IdentityProviderUnavailable');
    expect(await ends()).toMatchObject([
      { target: id, outcome: 'abandoned', reason: 'IdentityProviderUnavailable' },
    ]);
    expect(await tokens()).toEqual([expect.any(Buffer)]);

    await stores.sql(`UPDATE deliveries SET state = 'queued', available_at = $1`, [noon]);
    const claim = await claimed();
    await queue.saveMessage(claim, { message: Buffer.from('mail'), leaseUntil });
    await queue.park(claim, 'MailRefused 550');
    expect(await tokens()).toEqual([null]);
    expect(await ends()).toHaveLength(2);
  });

  it('is erased with its invitation and address, in all organizations and spellings', async () => {
    await invite();
    await invite({ orgId: 'globex', email: 'Invitee+work@example.com' });
    await invite({ email: 'second@example.com' });
    await new PostgresPersonalDataStore(stores.database, stores.keyring).erase('INVITEE@example.com');

    const [left, ...others] = await asOperator('SELECT id FROM invitations');
    expect(others).toEqual([]);
    expect(await stores.sql('SELECT invitation_id FROM deliveries')).toEqual([{ invitation_id: left?.id }]);
    expect(await ends()).toMatchObject([
      { outcome: 'abandoned', org_id: 'acme' },
      { outcome: 'abandoned', org_id: 'globex' },
    ]);
  });

  it('is deleted when its invitation has expired, unless it must still be cancelled', async () => {
    const housekeeping = new PostgresInvitationHousekeeping(stores.database);
    const { expiresAt } = await invite();
    expect(await housekeeping.removeExpired(expiresAt)).toBe(0);
    await queue.cancel(await claimed(), 'InvitationNotPending');
    expect(await housekeeping.removeExpired(new Date(expiresAt.getTime() - 1))).toBe(0);
    expect(await housekeeping.removeExpired(expiresAt)).toBe(1);
    expect(await asOperator('SELECT id FROM invitations')).toEqual([]);
    expect(await stores.sql('SELECT id FROM deliveries')).toEqual([]);
    expect(await ends()).toHaveLength(1);
  });
});
