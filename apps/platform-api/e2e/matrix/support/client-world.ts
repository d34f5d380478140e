import { type Permission, permissions, permissionsOfRole } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { campaignsPath, newCampaign, proveDomain } from '../../support/campaigns';
import { clientsPath } from '../../support/clients';
import { type CredentialsApp, newOrganization } from '../../support/credentials-app';
import { attachedResult, storeResult } from '../../support/org-results';

/** What requests name of a client: itself, or its result. */
export interface NamedClient {
  readonly id: string;
  readonly resultId: string;
  /** Of a result that is attached to no client yet, and the same for all clients of an organization. */
  readonly capability: string;
}

/** Which organization a client belongs to, and which of its members are assigned. */
export interface WorldClient extends NamedClient {
  readonly isOurs: boolean;
  readonly memberIds: readonly string[];
}

/**
 * Two organizations whose members have the same ids, with twenty clients each, of which each has a result, and a campaign for all of
 * them.
 */
export interface ClientWorld {
  readonly app: CredentialsApp;
  readonly clients: readonly WorldClient[];
  tokenOf(caller: ClientCaller): string;
  /** Tokens of the account-admins of both organizations. */
  readonly admins: readonly string[];
}

export interface ClientCaller {
  readonly name: string;
  /** Of the caller's organization, which is ours unless the caller is theirs. */
  readonly isTheirs?: true;
  /** Undefined: a machine. */
  readonly memberId: string | undefined;
  readonly permissions: readonly Permission[];
  readonly sees: 'all' | 'own';
}

const managing = [...permissionsOfRole('client-manager')];

/** Five members and a machine. One reads clients and events, and is neither an account-admin nor assigned. */
export const callers: readonly ClientCaller[] = [
  { name: 'an account-admin', memberId: 'user_admin', permissions, sees: 'all' },
  { name: 'a client manager', memberId: 'user_ada', permissions: managing, sees: 'own' },
  { name: 'another client manager', memberId: 'user_bob', permissions: managing, sees: 'own' },
  {
    name: 'an auditor without clients',
    memberId: 'user_eve',
    permissions: ['org:clients:read', 'org:results:read', 'org:audit:read'],
    sees: 'own',
  },
  { name: 'an account-admin of theirs', isTheirs: true, memberId: 'user_admin', permissions, sees: 'all' },
  { name: 'a machine', memberId: undefined, permissions, sees: 'own' },
];

export function isVisibleTo(caller: ClientCaller, { isOurs, memberIds }: WorldClient): boolean {
  if (isOurs === (caller.isTheirs === true)) return false;
  const isAssigned = caller.memberId !== undefined && memberIds.includes(caller.memberId);
  return caller.sees === 'all' || memberIds.length === 0 || isAssigned;
}

const theirOrg = 'org_theirs';
const clientsOfEach = 20;
/** In turn, so that visible and hidden clients alternate in every list. */
const assignments = [[], ['user_ada'], ['user_bob'], ['user_ada', 'user_bob'], ['user_none']];

export async function newClientWorld(): Promise<ClientWorld> {
  const app = await newOrganization();
  const { clientId: machine } = await app.create();
  const tokenIn = (org_id: string, claims: object): string => app.personToken({ org_id, ...claims });
  const admins = [app.orgId, theirOrg].map((orgId) => tokenIn(orgId, { sub: 'user_admin' }));
  const [ours = '', theirs = ''] = admins;
  return {
    app,
    clients: [
      ...(await newClients(app, { orgId: app.orgId, token: ours })),
      ...(await newClients(app, { orgId: theirOrg, token: theirs })),
    ],
    admins,
    tokenOf: ({ isTheirs, memberId: sub, permissions: held }) =>
      sub === undefined
        ? app.machineToken(machine)
        : tokenIn(isTheirs ? theirOrg : app.orgId, { sub, permissions: held }),
  };
}

async function newClients(
  app: CredentialsApp,
  { orgId, token }: { readonly orgId: string; readonly token: string },
): Promise<WorldClient[]> {
  for (const id of ['user_admin', 'user_ada', 'user_bob', 'user_none'])
    app.provider.members.put(orgId, { id, role: 'client-manager' });
  const assigned = Array.from({ length: clientsOfEach }, (_, n) => assignments[n % assignments.length] ?? []);
  const lines = assigned.map(
    (memberIds, n) => `Client ${n},CW-${n},contact-${n}@globex.example,${memberIds.join(' ; ')}`,
  );
  const csv = ['name,reference,contact_email,member_ids', ...lines].join('\n');
  const { body } = await app.ask('POST', `${clientsPath}/import`, { token, body: { csv } });
  await proveDomain(app, orgId);
  const all = newCampaign([], { clients: { filter: {} } });
  expect((await app.ask('POST', campaignsPath, { token, body: all })).status).toBe(201);
  const { capability } = await storeResult(app, { id: randomUUID() });
  return Promise.all(
    (body.lines as { readonly id: string }[]).map(async ({ id }, n) => {
      const stored = { overrides: { id: randomUUID() }, clientId: id };
      const { id: resultId } = await attachedResult(app, stored, { token });
      return { id, resultId, capability, isOurs: orgId === app.orgId, memberIds: assigned[n] ?? [] };
    }),
  );
}
