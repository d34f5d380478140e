import { retentionDates } from '@governance/assessments';
import {
  type ClaimedDelivery,
  defaultEmailLimits,
  emailBudgets,
  invitationBudgets,
} from '@governance/deliveries';
import { type ConcurrentSteps } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { PostgresBlockedAddresses } from '../../src/addresses/postgres-blocked-addresses';
import { PostgresPersonalDataStore } from '../../src/addresses/postgres-personal-data.store';
import { PostgresDeliveryQueue } from '../../src/deliveries/postgres-delivery-queue';
import { type DeliveryWork } from '../../src/deliveries/delivery-work';
import { PostgresResendQueue } from '../../src/deliveries/postgres-resend-queue';
import { PostgresInvitationHousekeeping } from '../../src/invitations/postgres-invitation-housekeeping';
import { PostgresInvitationStore } from '../../src/invitations/postgres-invitation.store';
import { contextOf } from '../credential-fixtures';
import { laterBy, noon, type TestStores } from '../fixtures';
import { invitationOf, partsOf } from '../invitation-fixtures';
import { dayMs, lease, type World } from './world';

/** Writes of organizations and recipients, and the steps of the workers, on invitations and deliveries. */
export function mailSteps(stores: TestStores): ConcurrentSteps<World> {
  const { database, keyring } = stores;
  const invitations = new PostgresInvitationStore(database, keyring);
  const personalData = new PostgresPersonalDataStore(database, keyring);
  const blocked = new PostgresBlockedAddresses(database, keyring);
  const resends = new PostgresResendQueue(database, keyring);
  const { send, prepare, complete, park, hold, claim } = workerSteps(stores);
  return {
    invite: ({ orgId, address: email }) => {
      const next = invitationOf({ orgId, email });
      return invitations.forOrg(orgId).create(next, partsOf(next));
    },
    'resend an invitation': ({ orgId, address: email, invitation }) => {
      const next = invitationOf({ orgId, email, createdAt: laterBy(1_000) });
      return invitations.forOrg(orgId).replace(invitation.id, next, partsOf(next));
    },
    'revoke an invitation': ({ orgId, invitation: { id } }) => {
      const audit = contextOf('org-invitations:revoke', { orgId, target: id });
      return invitations.forOrg(orgId).revoke(id, { at: laterBy(2_000), audit });
    },
    'send mail': (world) => all(world.mail, send),
    'prepare mail': (world) => all(world.mail, prepare),
    'complete mail': (world) => all(world.mail, complete),
    'park mail': (world) => all(world.mail, park),
    'let mail wait for its budgets': (world) => all(world.mail, hold),
    'claim an invitation': () => claim('invitations'),
    'claim a certificate': () => claim('certificates'),
    'delete expired invitations': () =>
      new PostgresInvitationHousekeeping(database).removeExpired(laterBy(dayMs)),
    'delete all invitations': () =>
      new PostgresInvitationHousekeeping(database).removeExpired(laterBy(30 * dayMs)),
    'resend a certificate': ({ results: [resultId] }) =>
      resends.add({ resultId, deliveryId: randomUUID(), clientAddress: '192.0.2.1', now: noon }),
    'block an address': ({ address }) => blocked.block(blocked.tokenOf(address), noon),
    'erase an address': ({ address }) => personalData.erase(address),
    'remove old data': () => personalData.removeOld(retentionDates(laterBy(400 * dayMs), 30)),
  };
}

type Work = Readonly<
  Record<'send' | 'prepare' | 'complete' | 'park' | 'hold', (mail: ClaimedDelivery) => Promise<void>>
> & {
  readonly claim: (work: DeliveryWork) => Promise<unknown>;
};

function workerSteps({ database, keyring }: TestStores): Work {
  const queueOf = (tight: boolean, work: DeliveryWork): PostgresDeliveryQueue => {
    const certificates = emailBudgets({
      ...defaultEmailLimits,
      ...(tight && { recipientPerHour: 1, domainPerHour: 1 }),
    });
    const budgets = work === 'certificates' ? certificates : invitationBudgets();
    return new PostgresDeliveryQueue(database, keyring, { work, budgets });
  };
  const queueFor = (mail: ClaimedDelivery, tight = false): PostgresDeliveryQueue =>
    queueOf(tight, mail.kind === 'invitation' ? 'invitations' : 'certificates');
  const prepare = (mail: ClaimedDelivery): Promise<void> =>
    queueFor(mail).saveMessage(mail, { message: Buffer.from('mail'), leaseUntil: lease.leaseUntil });
  const complete = (mail: ClaimedDelivery): Promise<void> => queueFor(mail).complete(mail, noon);
  return {
    prepare,
    complete,
    send: async (mail) => {
      if ((await queueFor(mail).admit(mail, noon)) !== 'admitted') return;
      await prepare(mail);
      await complete(mail);
    },
    park: (mail) => queueFor(mail).park(mail, 'MailRefused 550'),
    hold: async (mail) => {
      await queueFor(mail, true).admit(mail, noon);
    },
    claim: (work) => queueOf(false, work).claim({ now: laterBy(60_000), leaseUntil: laterBy(80_000) }),
  };
}

/** One after the other, as a worker does; a lost lease ends the work on that mail alone. */
async function all(
  mail: readonly ClaimedDelivery[],
  step: (claimed: ClaimedDelivery) => Promise<void>,
): Promise<void> {
  const ends = await Promise.allSettled(mail.map(step));
  const failed = ends.find((end) => end.status === 'rejected' && !String(end.reason).includes('LeaseLost'));
  if (failed?.status === 'rejected') throw failed.reason;
}
