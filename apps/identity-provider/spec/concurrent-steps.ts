import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { type ConcurrentSteps } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { Housekeeping } from '../src/database/housekeeping';
import { DomainsStore } from '../src/domains/domains.store';
import { ProvenDomainsStore } from '../src/domains/proven-domains.store';
import { type Acceptance, AcceptancesStore } from '../src/invitations/acceptances.store';
import { InvitationsStore, type Offer } from '../src/invitations/invitations.store';
import { AccountMailQueue } from '../src/mail/account-mail-queue';
import { ConnectionsStore, type NewConnection } from '../src/organizations/connections.store';
import { MembershipsStore } from '../src/organizations/memberships.store';
import { OrganizationsStore } from '../src/organizations/organizations.store';
import { UsersStore } from '../src/people/users.store';
import { AccessesStore } from '../src/people/accesses.store';
import { PayloadAdapter } from '../src/oauth/payload.adapter';
import { PasswordResetsStore } from '../src/people/password-resets.store';
import { PasswordChangesStore } from '../src/people/password-changes.store';
import { SessionEndsStore } from '../src/people/session-ends.store';
import { SecondFactorResetsStore } from '../src/second-factor/second-factor-resets.store';
import { AuthenticatorsStore } from '../src/second-factor/authenticators.store';
import { newRecoveryCodes, RecoveryCodesStore } from '../src/second-factor/recovery-codes.store';
import { PasskeysStore } from '../src/second-factor/passkeys.store';
import { SignInsStore } from '../src/organizations/sign-ins.store';
import { SigningKeyStore } from '../src/signing/signing-key.store';

const issuer = 'https://login.acme.example';
const minuteMs = 60_000;
const enterprise = {
  name: 'Acme',
  type: 'enterprise',
  enabled: true,
  upstream: { issuer, clientId: 'client', clientSecret: 'secret' },
} satisfies NewConnection;

/** The rows of one organization: a connection with a member, a member with a password, and an invitation for each way. */
export interface World {
  readonly orgId: string;
  readonly connectionId: string;
  readonly domain: string;
  readonly byPassword: Invited;
  readonly byConnection: Invited;
  /** Members. */
  readonly passwordUserId: string;
  readonly connectionUserId: string;
  readonly resetToken: string;
}

interface Invited {
  readonly id: string;
  readonly offer: Offer;
  readonly acceptance: Acceptance;
}

export interface Parts {
  readonly database: Database;
  readonly keyring: Keyring;
}

function offerOf(orgId: string, connectionId?: string): Offer {
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 10 * minuteMs)];
  const [email, token] = [`${randomUUID()}@acme.example`, randomBytes(32).toString('base64url')];
  return { orgId, email, role: 'viewer', connectionId, createdAt, expiresAt, token };
}

export async function makeWorld({ database, keyring }: Parts): Promise<World> {
  const [orgId, connectionId, own] = [randomUUID(), randomUUID(), randomUUID()];
  await new OrganizationsStore(database).put(orgId, { name: 'Acme', mfaMaxAge: 0 });
  await new ConnectionsStore(database, keyring).hold(orgId, async (held) => {
    await held.put(own, { name: 'Password', type: 'database', enabled: true });
    await held.put(connectionId, enterprise);
  });
  const invited = async (pinned: string, acceptance: Partial<Acceptance>): Promise<Invited> => {
    const [id, offer] = [randomUUID(), offerOf(orgId, pinned)];
    await new InvitationsStore(database, keyring).hold(orgId, (held) => held.replaceOlder(id, offer));
    const newcomer = { userId: undefined, name: 'Ada', passwordHash: undefined, identity: undefined };
    return { id, offer, acceptance: { ...newcomer, connectionId: pinned, ...acceptance } };
  };
  const withPassword = () => invited(own, { passwordHash: 'hash' });
  const withConnection = () =>
    invited(connectionId, { identity: { connectionId, issuer, subject: randomUUID() } });
  for (const { id, acceptance } of [await withPassword(), await withConnection()])
    await new AcceptancesStore(database, keyring).accept(id, acceptance);
  const members = await new MembershipsStore(database, keyring).list(orgId, {
    limit: undefined,
    after: undefined,
  });
  const member = (way: string | null): string =>
    members.find((each) => each.connectionId === way)?.userId ?? '';
  const [userId, connectionUserId] = [member(null), member(connectionId)];
  const resetToken = randomUUID();
  await new PasswordResetsStore(database, keyring).put({
    userId,
    token: resetToken,
    requestedAt: new Date(),
  });
  const domain = `${randomUUID()}.example`;
  await new DomainsStore(database).hold(orgId, (held) => held.put(domain, connectionId));
  const next = { byPassword: await withPassword(), byConnection: await withConnection() };
  return { orgId, connectionId, domain, ...next, passwordUserId: userId, connectionUserId, resetToken };
}

export function organizationSteps({ database, keyring }: Parts): ConcurrentSteps<World> {
  const invitations = new InvitationsStore(database, keyring);
  const acceptances = new AcceptancesStore(database, keyring);
  const connections = new ConnectionsStore(database, keyring);
  const memberships = new MembershipsStore(database, keyring);
  const offer = (orgId: string, next: Offer) =>
    invitations.hold(orgId, async (held) => {
      if ((await held.orgNameOf(next)) !== undefined)
        await held.replaceOlder(randomUUID(), { ...next, token: randomUUID() });
    });
  return {
    'offer an invitation': ({ orgId, byPassword }) => offer(orgId, byPassword.offer),
    'offer an invitation by connection': ({ orgId, byConnection }) => offer(orgId, byConnection.offer),
    'withdraw invitations': async ({ byPassword, byConnection }) => {
      for (const each of [byPassword, byConnection]) await invitations.withdraw(each.id, each.offer);
    },
    'accept by password': ({ byPassword }) => acceptances.accept(byPassword.id, byPassword.acceptance),
    'accept by connection': ({ byConnection }) =>
      acceptances.accept(byConnection.id, byConnection.acceptance),
    'remove a connection': ({ orgId, connectionId }) =>
      connections.hold(orgId, async (held) => {
        await held.canAnAdminSignIn(connectionId);
        await held.list();
        await held.remove(connectionId);
      }),
    'replace a connection': ({ orgId, connectionId }) =>
      connections.hold(orgId, (held) => held.put(connectionId, enterprise)),
    'disable a connection': ({ orgId, connectionId }) =>
      connections.hold(orgId, (held) => held.change(connectionId, { enabled: false })),
    'change a role': ({ orgId, connectionUserId }) =>
      memberships.hold(orgId, (held) => held.setRole(connectionUserId, 'account-admin')),
    'add a member': ({ orgId, passwordUserId }) =>
      memberships.hold(orgId, (held) => held.put(passwordUserId, 'viewer')),
    'remove members': ({ orgId, passwordUserId, connectionUserId }) =>
      memberships.hold(orgId, async (held) => {
        for (const userId of [passwordUserId, connectionUserId]) await held.remove(userId);
      }),
    ...domainSteps(database),
  };
}

function domainSteps(database: Database): ConcurrentSteps<World> {
  const domains = new DomainsStore(database);
  const proven = new ProvenDomainsStore(database);
  const prove = async ({ orgId, domain }: World): Promise<unknown> => {
    const found = await domains.find(orgId, domain);
    return found && domains.prove(orgId, domain, found.challenge);
  };
  return {
    'add a domain': ({ orgId, connectionId }) =>
      domains.hold(orgId, (held) => held.put(`${randomUUID()}.example`, connectionId)),
    'prove a domain': prove,
    'remove a domain': ({ orgId, domain }) => domains.remove(orgId, domain),
    'check domains again': async (world) => {
      await prove(world);
      const now = new Date(Date.now() + 2 * 86_400_000);
      for (const due of await proven.due(now, 8)) await proven.record(due, { kind: 'lapsed' }, now);
    },
  };
}

export function personSteps({ database, keyring }: Parts): ConcurrentSteps<World> {
  const passwords = new PasswordChangesStore(database, keyring);
  const resets = new PasswordResetsStore(database, keyring);
  const users = new UsersStore(database, keyring);
  const mails = new AccountMailQueue(database, keyring);
  const changeOf = (id: string) => ({
    user: { id, email: `${id}@acme.example`, emailVerified: true },
    hash: 'hash',
    tellsOwner: true,
  });
  return {
    ...factorSteps({ database, keyring }),
    ...sessionSteps({ database, keyring }),
    'change a password': ({ passwordUserId }) => passwords.byOwner('session', changeOf(passwordUserId)),
    'reset a password': ({ passwordUserId, resetToken }) =>
      passwords.byLink(resetToken, changeOf(passwordUserId)),
    'make a link': ({ passwordUserId: userId }) =>
      resets.put({ userId, token: randomUUID(), requestedAt: new Date() }),
    'change an address': ({ passwordUserId: id }) =>
      users.hold((held) => held.put(id, { email: `${id}@new.example`, emailVerified: true, name: 'Ada' })),
    'send account mail': async () => {
      const claim = await mails.claim({ now: new Date(), leaseUntil: new Date(Date.now() + minuteMs) });
      if (claim) await mails.complete(claim);
    },
    'clean up': () => new Housekeeping(database).run(),
    'replace signing keys': () => new SigningKeyStore(database, keyring).replaceAll(new Date()),
    'keep signing keys up': () => new SigningKeyStore(database, keyring).keepUp(new Date(), 90 * 86_400_000),
  };
}

function factorSteps({ database, keyring }: Parts): ConcurrentSteps<World> {
  const authenticators = new AuthenticatorsStore(database, keyring);
  const users = new UsersStore(database, keyring);
  const resets = new SecondFactorResetsStore(database, keyring);
  const passkeys = new PasskeysStore(database, keyring);
  const codes = new RecoveryCodesStore(database, keyring);
  const add = (userId: string): Promise<unknown> =>
    passkeys.add(
      userId,
      {
        credentialId: randomBytes(16).toString('base64url'),
        rpId: 'localhost',
        transports: [],
        name: 'Key',
        publicKey: randomBytes(32),
        isSynced: false,
        counter: 0,
      },
      { onlyFirst: false },
    );
  return {
    'enrol an app': ({ connectionUserId }) =>
      authenticators.enrolFirst(connectionUserId, { secret: randomBytes(20), usedStep: 1 }),
    'replace an app': ({ connectionUserId }) =>
      authenticators.replace(connectionUserId, { secret: randomBytes(20), usedStep: 1 }, randomUUID()),
    'ask for the removal of factors': async ({ passwordUserId, connectionUserId }) => {
      for (const id of [connectionUserId, passwordUserId]) {
        const user = await users.find(id);
        if (user) await resets.request(user);
      }
    },
    'cancel the removal of factors': async ({ passwordUserId, connectionUserId }) => {
      for (const id of [passwordUserId, connectionUserId]) {
        const user = await users.find(id);
        if (user) await resets.cancel(user, { isByOwner: true });
      }
    },
    'remove factors that are due': async ({ connectionUserId }) => {
      await database.query(
        `INSERT INTO identity.second_factor_resets (user_id, id, due_at) VALUES ($1, $2, now())
         ON CONFLICT DO NOTHING`,
        [connectionUserId, randomUUID()],
      );
      await resets.completeDue(new AbortController().signal);
    },
    'set an app': ({ connectionUserId }) => authenticators.set(connectionUserId, randomBytes(20)),
    'add passkeys': async ({ connectionUserId, passwordUserId }) => {
      for (const userId of [connectionUserId, passwordUserId]) await add(userId);
    },
    'remove passkeys': async ({ connectionUserId, passwordUserId }) => {
      for (const userId of [passwordUserId, connectionUserId]) await passkeys.removeAll(userId);
    },
    'replace recovery codes': ({ connectionUserId }) => codes.replace(connectionUserId, newRecoveryCodes()),
  };
}

function sessionSteps({ database, keyring }: Parts): ConcurrentSteps<World> {
  const tokens = new PayloadAdapter('RefreshToken', database, keyring);
  const sessions = new PayloadAdapter('Session', database, keyring);
  const signIns = new SignInsStore(database, keyring);
  const ends = new SessionEndsStore(database);
  const accesses = new AccessesStore(database, keyring);
  return {
    // As the platform does with each end that it has recorded.
    'forget ends of sessions': async () => {
      for (const { id } of await ends.list(100)) await ends.remove(id);
    },
    'sign out elsewhere': async ({ passwordUserId, connectionUserId }) => {
      for (const userId of [connectionUserId, passwordUserId]) {
        for (const { id } of await accesses.of(userId, '')) await accesses.end(userId, id, undefined);
        await accesses.endOthers(userId, '', undefined);
      }
    },
    'sign in': async ({ orgId, passwordUserId, connectionUserId, connectionId }) => {
      for (const [userId, way] of [[passwordUserId], [connectionUserId, connectionId]] as const) {
        const grantId = randomUUID();
        await signIns.add({ grantId, userId, orgId, connectionId: way, lifetimeSeconds: 60 });
        await sessions.upsert(randomUUID(), { accountId: userId, jti: 'session' }, 60);
        for (const family of [`grant of ${userId}`, grantId])
          await tokens.upsert(randomUUID(), { accountId: userId, grantId: family }, 60);
      }
    },
    'revoke a grant': async ({ passwordUserId, connectionUserId }) => {
      for (const userId of [connectionUserId, passwordUserId])
        await tokens.revokeByGrantId(`grant of ${userId}`);
    },
  };
}
