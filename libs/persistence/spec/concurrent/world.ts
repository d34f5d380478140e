import { type ClaimedDelivery } from '@governance/deliveries';
import { everythingOf, type Invitation, type M2mCredential, type NewConsoleSession } from '@governance/iam';
import { repeatedWhileBusy } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { PostgresConsoleSessionStore } from '../../src/console/postgres-console-session.store';
import { PostgresCredentialStore } from '../../src/credentials/postgres-credential.store';
import { PostgresDeliveryQueue } from '../../src/deliveries/postgres-delivery-queue';
import { PostgresInvitationStore } from '../../src/invitations/postgres-invitation.store';
import { PostgresOrgResultStore } from '../../src/org-results/postgres-org-result.store';
import { PostgresDomainProofs } from '../../src/results/domains/postgres-domain-proofs';
import { PostgresResultStore } from '../../src/results/postgres-result.store';
import { contextOf, create, draftOf, issuer } from '../credential-fixtures';
import { laterBy, noon, resultOf, type TestStores } from '../fixtures';
import { invitationOf, partsOf } from '../invitation-fixtures';

export const dayMs = 86_400_000;

/** The rows of one organization and one recipient, which every step of a pair works on. */
export interface World {
  readonly orgId: string;
  /** Submitted both results, and is invited. */
  readonly address: string;
  readonly invitation: Invitation;
  readonly results: readonly [string, string];
  readonly credentials: readonly [M2mCredential, M2mCredential];
  readonly session: NewConsoleSession & { readonly siteSecret: string };
  /** What workers hold of its mail: the invitation, two certificates. */
  readonly mail: readonly ClaimedDelivery[];
}

/** Everything but audit trail and keys of issuers, which refuse it. */
const emptyAll = `TRUNCATE survey_results, deliveries, invitations, service_identities, credential_intents, provider_changes,
  org_clients, campaigns, console_sessions, blocked_addresses, idempotency_keys, rate_limits, expiry_notices, status_lists, ended_domain_credentials,
  token_cut_offs, profiles, organization_policies, second_factor_windows, audit_seal_requests, jobs CASCADE`;

/** Makes worlds of their own, in an otherwise empty database. */
export async function prepareWorlds(stores: TestStores, count: number): Promise<readonly World[]> {
  await stores.sql(emptyAll);
  const worlds = await Promise.all(
    Array.from({ length: count }, () => repeatedWhileBusy(() => makeWorld(stores))),
  );
  const mail = await repeatedWhileBusy(() => claimAll(stores));
  return worlds.map((world) => ({
    ...world,
    mail: mail.filter(({ recipient }) => recipient === world.address),
  }));
}

async function makeWorld(stores: TestStores): Promise<Omit<World, 'mail'>> {
  const { database, keyring } = stores;
  const [orgId, address] = [`org-${randomUUID()}`, `${randomUUID()}@example.com`];
  const results = [resultOf(), resultOf()] as const;
  const resultStore = new PostgresResultStore(database, keyring);
  for (const result of results) {
    const extras = { submitterEmail: address, deliveryId: randomUUID(), clientAddress: '192.0.2.1' };
    await resultStore.create(result, { ...extras, notes: 'notes' });
    await new PostgresDomainProofs(database, keyring).ask(result.id, 'msp.example', noon);
  }
  const attachment = { now: noon, audit: contextOf('org-results:attach', { orgId }) };
  await new PostgresOrgResultStore(database, keyring)
    .forViewer(everythingOf(orgId))
    .attach(results[0].id, attachment);
  const org = new PostgresCredentialStore(database, keyring).forOrg(orgId);
  const draft = { expiresAt: laterBy(5 * dayMs), secretLastFour: 'AAAA' };
  const credentials = [await create(org, draftOf(draft)), await create(org, draftOf(draft))] as const;
  const invitation = await invite(stores, { orgId, email: address });
  // Expired, with mail that was sent.
  const former = await invite(stores, { orgId, email: `former-${address}`, createdAt: laterBy(-9 * dayMs) });
  const sent = `UPDATE deliveries SET state = 'sent', sent_at = created_at WHERE invitation_id = $1`;
  await stores.sql(sent, [former.id]);
  const session = newSession(orgId, laterBy(dayMs));
  await new PostgresConsoleSessionStore(database, keyring).start(session);
  return { orgId, address, invitation, results: [results[0].id, results[1].id], credentials, session };
}

/** Of a person of the organization. */
export function newSession(orgId: string, endsAt: Date): World['session'] {
  return {
    id: randomUUID(),
    secret: randomBytes(32).toString('base64url'),
    siteSecret: randomBytes(32).toString('base64url'),
    person: { issuer, subject: orgId },
    tokens: { accessToken: 'access', expiresAt: noon.getTime(), refreshToken: 'refresh', idToken: 'id' },
    name: 'Ada',
    email: 'ada@example.org',
    browser: 'Firefox',
    createdAt: laterBy(-10),
    endsAt,
  };
}

function invite(
  { database, keyring }: TestStores,
  draft: Pick<Invitation, 'orgId' | 'email'> & Partial<Invitation>,
): Promise<Invitation> {
  const invitation = invitationOf(draft);
  const store = new PostgresInvitationStore(database, keyring).forOrg(invitation.orgId);
  return store.create(invitation, partsOf(invitation));
}

async function claimAll({ database, keyring }: TestStores): Promise<readonly ClaimedDelivery[]> {
  const claims: ClaimedDelivery[] = [];
  for (const work of ['invitations', 'certificates'] as const) {
    const queue = new PostgresDeliveryQueue(database, keyring, { work });
    for (let claim = await queue.claim(lease); claim; claim = await queue.claim(lease)) claims.push(claim);
  }
  return claims;
}

export const lease = { now: noon, leaseUntil: laterBy(20_000) };
