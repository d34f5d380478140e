import { type Operation, type Permission } from '@governance/iam';
import { type EndpointGroup } from '../../../src/config';
import { ofConnections, ofDomains } from './connection-rows';
import { ofResults } from './result-rows';

/** What the path of a row names: each row gets one that its request succeeds for. */
export type Target =
  | 'credential'
  | 'overlapping-credential'
  | 'service-identity'
  | 'unused-service-identity'
  | 'invitation'
  | 'member'
  | 'connection'
  | 'domain'
  | 'capability'
  | 'result';

/** A request of a row: a path, with the sample target where it needs one. */
export interface SampleRequest {
  readonly path: string;
  readonly body?: object;
}

/** The rules of spec 4.2 and 5.3 for a route, and a request that succeeds for every permitted caller. */
export interface MatrixRow {
  /** `DELETE /iam/m2m-credentials/{credentialId}` */
  readonly route: string;
  readonly access: 'public' | 'authenticated' | Permission;
  /** False when the token need not name an organization (spec 5.2.7). */
  readonly inOrganization?: false;
  /** The permissions that its request grants; the caller has to hold them too. */
  readonly gives?: readonly Permission[];
  /** The operation name of a write. */
  readonly operation?: Operation;
  /** What the audit event of its completed write states beside the outcome. */
  readonly reason?: string;
  /** Closed to machines, with any permission. */
  readonly peopleOnly?: true;
  /** Absent: always live. */
  readonly group?: EndpointGroup;
  /** What its path names, if anything. */
  readonly target?: Target;
  request(targetId: string): SampleRequest;
  readonly success: number;
  /** Any `api-version` is ignored. */
  readonly anyVersion?: true;
}

const credentials = '/iam/m2m-credentials';
const invitations = '/iam/org-invitations';
const anyId = '6f1d3c58-0b7a-4c92-8e45-2a9b7c3d1e60';

function publicRow(path: string, more: Partial<MatrixRow> = {}): MatrixRow {
  return { route: `GET ${path}`, access: 'public', request: () => ({ path }), success: 200, ...more };
}

const open: readonly MatrixRow[] = [
  publicRow('/health'),
  publicRow('/health/live'),
  publicRow('/health/ready'),
  publicRow('/openapi.json'),
  publicRow('/docs'),
  publicRow('/.well-known/oauth-protected-resource'),
  publicRow('/docs/{name}', { request: () => ({ path: '/docs/draw.js' }) }),
  publicRow('/api/certification/verify/{id}', {
    request: () => ({ path: `/api/certification/verify/${anyId}` }),
    success: 302,
    anyVersion: true,
  }),
];

const self: readonly MatrixRow[] = [
  {
    route: 'GET /self/me',
    group: 'self.me',
    access: 'authenticated',
    inOrganization: false,
    request: () => ({ path: '/self/me' }),
    success: 200,
  },
  {
    route: 'GET /self/profile',
    group: 'self.profile',
    access: 'self:profile:read',
    inOrganization: false,
    request: () => ({ path: '/self/profile' }),
    success: 200,
  },
  {
    route: 'PATCH /self/profile',
    group: 'self.profile',
    access: 'self:profile:write',
    inOrganization: false,
    operation: 'self-profile:update',
    request: () => ({ path: '/self/profile', body: { marketing_opt_in: true } }),
    success: 200,
  },
];

const group = 'iam.m2m-credentials';
const write = { group, access: 'm2m:credentials:write' } as const;

const m2mCredentials: readonly MatrixRow[] = [
  {
    route: `GET ${credentials}`,
    group,
    access: 'm2m:credentials:read',
    request: () => ({ path: credentials }),
    success: 200,
  },
  {
    route: `GET ${credentials}/{credentialId}`,
    target: 'credential',
    group,
    access: 'm2m:credentials:read',
    request: (id) => ({ path: `${credentials}/${id}` }),
    success: 200,
  },
  {
    ...write,
    route: `POST ${credentials}`,
    operation: 'm2m-credentials:create',
    request: () => ({ path: credentials, body: { name: 'Nightly export', type: 'client_secret' } }),
    success: 201,
  },
  {
    ...write,
    route: `PATCH ${credentials}/{credentialId}`,
    target: 'credential',
    operation: 'm2m-credentials:rename',
    request: (id) => ({ path: `${credentials}/${id}`, body: { name: 'Weekly export' } }),
    success: 200,
  },
  {
    ...write,
    route: `POST ${credentials}/{credentialId}/rotate-secret`,
    target: 'credential',
    operation: 'm2m-credentials:rotate',
    request: (id) => ({ path: `${credentials}/${id}/rotate-secret` }),
    success: 200,
  },
  {
    ...write,
    route: `DELETE ${credentials}/{credentialId}`,
    target: 'credential',
    operation: 'm2m-credentials:revoke',
    request: (id) => ({ path: `${credentials}/${id}` }),
    success: 204,
  },
  {
    ...write,
    route: `DELETE ${credentials}/{credentialId}/previous-secret`,
    target: 'overlapping-credential',
    operation: 'm2m-credentials:revoke-previous-secret',
    request: (id) => ({ path: `${credentials}/${id}/previous-secret` }),
    success: 204,
  },
];

const identities = '/iam/service-identities';
const identityGroup = 'iam.service-identities';

const serviceIdentities: readonly MatrixRow[] = [
  {
    route: `GET ${identities}`,
    group: identityGroup,
    access: 'm2m:credentials:read',
    request: () => ({ path: identities }),
    success: 200,
  },
  {
    route: `PATCH ${identities}/{id}`,
    group: identityGroup,
    access: 'm2m:credentials:write',
    operation: 'service-identities:rename',
    target: 'service-identity',
    request: (id) => ({ path: `${identities}/${id}`, body: { name: 'Exports' } }),
    success: 200,
  },
  {
    route: `DELETE ${identities}/{id}`,
    group: identityGroup,
    access: 'm2m:credentials:write',
    operation: 'service-identities:delete',
    target: 'unused-service-identity',
    request: (id) => ({ path: `${identities}/${id}` }),
    success: 204,
  },
  {
    route: 'GET /iam/permissions',
    group: identityGroup,
    access: 'm2m:credentials:read',
    request: () => ({ path: '/iam/permissions' }),
    success: 200,
  },
];

const inviting = { group: 'iam.org-invitations', access: 'org:invitations:write' } as const;

const orgInvitations: readonly MatrixRow[] = [
  {
    route: `GET ${invitations}`,
    group: 'iam.org-invitations',
    access: 'org:invitations:read',
    request: () => ({ path: invitations }),
    success: 200,
  },
  {
    ...inviting,
    route: `POST ${invitations}`,
    gives: ['self:organization:read'],
    operation: 'org-invitations:create',
    request: () => ({ path: invitations, body: { email: 'invitee@example.com', role: 'viewer' } }),
    success: 201,
  },
  {
    ...inviting,
    route: `POST ${invitations}/{invitationId}/resend`,
    target: 'invitation',
    gives: ['self:organization:read'],
    operation: 'org-invitations:resend',
    request: (id) => ({ path: `${invitations}/${id}/resend` }),
    success: 201,
  },
  {
    ...inviting,
    route: `DELETE ${invitations}/{invitationId}`,
    target: 'invitation',
    operation: 'org-invitations:revoke',
    request: (id) => ({ path: `${invitations}/${id}` }),
    success: 204,
  },
];

const members = '/iam/members';
const changesMember = { group: 'iam.members', access: 'org:members:write', peopleOnly: true } as const;

const ofMembers: readonly MatrixRow[] = [
  {
    route: `GET ${members}`,
    group: 'iam.members',
    access: 'org:members:read',
    request: () => ({ path: members }),
    success: 200,
  },
  {
    ...changesMember,
    route: `PATCH ${members}/{memberId}`,
    target: 'member',
    gives: ['self:organization:read'],
    operation: 'members:update',
    reason: 'viewer',
    request: (id) => ({ path: `${members}/${id}`, body: { role: 'viewer' } }),
    success: 200,
  },
  {
    ...changesMember,
    route: `DELETE ${members}/{memberId}`,
    target: 'member',
    operation: 'members:remove',
    request: (id) => ({ path: `${members}/${id}` }),
    success: 204,
  },
];

const auditEvents = { group: 'iam.audit', access: 'org:audit:read', success: 200 } as const;

const audit: readonly MatrixRow[] = [
  {
    ...auditEvents,
    route: 'GET /iam/audit-events',
    request: () => ({ path: '/iam/audit-events' }),
  },
  {
    ...auditEvents,
    route: 'GET /iam/audit-events/export',
    request: () => ({ path: '/iam/audit-events/export' }),
  },
  {
    ...auditEvents,
    route: 'GET /iam/audit-events/proof',
    request: () => ({ path: '/iam/audit-events/proof' }),
  },
];

/** Every route of the platform surface. A route without a row fails the suite, and so does a row without a route. */
export const rows: readonly MatrixRow[] = [
  ...open,
  ...self,
  ...m2mCredentials,
  ...serviceIdentities,
  ...ofConnections,
  ...ofDomains,
  ...orgInvitations,
  ...ofMembers,
  ...audit,
  ...ofResults,
];

export const publicRows = rows.filter(({ access }) => access === 'public');
export const privateRows = rows.filter(({ access }) => access !== 'public');
export const writes = privateRows.filter(isWrite);
export const reads = privateRows.filter((row) => !isWrite(row));

function isWrite(row: MatrixRow): row is MatrixRow & { readonly operation: Operation } {
  return row.operation !== undefined;
}

/** The target that the path of the row names. A capability in a body belongs to no organization. */
export function targetOf({ route, target }: MatrixRow): Target | undefined {
  return route.includes('{') ? target : undefined;
}

/** The permission that the row needs, if any. */
export function permissionOf({ access }: MatrixRow): Permission | undefined {
  return access === 'public' || access === 'authenticated' ? undefined : access;
}

/** Only users have profiles, and change members and connections: machines are refused, even if their tokens claim the permission. */
export function isForPeople({ access, peopleOnly }: MatrixRow): boolean {
  return access.startsWith('self:profile:') || peopleOnly === true;
}
