import {
  type AuditContext,
  type Beginning,
  type ChangeBegun,
  type CreateIntent,
  type CreationKey,
  type CredentialDraft,
  type CredentialEdit,
  type Intent,
  type M2mCredential,
  type Operation,
  type OrgCredentials,
} from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { laterBy, noon } from './fixtures';

/** Of the provider of the credentials, unless a test says otherwise. */
export const issuer = 'https://identity.example.org';
export const leaseMs = 60_000;

export function contextOf(operation: Operation, overrides: Partial<AuditContext> = {}): AuditContext {
  const actor = {
    kind: 'person',
    issuer: 'https://id.example.org',
    subject: 'ada',
    clientId: 'web',
  } as const;
  const known = { actor, operation, orgId: 'acme', target: undefined, requestId: 'request-1' };
  return { ...known, secondFactorAgeSeconds: 12, ...overrides };
}

export function beginningOf(operation: Operation, overrides: Partial<Beginning> = {}): Beginning {
  const { now = noon } = overrides;
  const leaseUntil = new Date(now.getTime() + leaseMs);
  return { intentId: randomUUID(), now, leaseUntil, audit: contextOf(operation), ...overrides };
}

export function draftOf(overrides: Partial<CredentialDraft> = {}): CredentialDraft {
  const permissions = new Set(['m2m:credentials:read', 'self:organization:read'] as const);
  return {
    id: randomUUID(),
    name: 'Nightly export',
    description: undefined,
    type: 'client_secret',
    issuer,
    serviceIdentity: { kind: 'new', id: randomUUID(), permissions },
    expiresAt: undefined,
    validForDays: undefined,
    keyThumbprint: undefined,
    allowedNetworks: undefined,
    ...overrides,
  };
}

export async function beginCreation(
  credentials: OrgCredentials,
  draft = draftOf(),
  { now = noon, key }: { readonly now?: Date; readonly key?: CreationKey } = {},
): Promise<CreateIntent> {
  const begun = await credentials.beginCreation(draft, beginningOf('m2m-credentials:create', { now }), key);
  if (begun.kind !== 'begun') throw new Error(begun.kind);
  return begun.intent;
}

/** Creates a credential. */
export async function create(
  credentials: OrgCredentials,
  draft = draftOf(),
  options: { readonly now?: Date; readonly key?: CreationKey } = {},
): Promise<M2mCredential> {
  const intent = await beginCreation(credentials, draft, options);
  return credentials.finishCreation(intent, { clientId: `client-${draft.id}`, now: options.now ?? noon });
}

/** The ids of an organization's credentials, in the order of the list. */
export async function listedIds(credentials: OrgCredentials): Promise<string[]> {
  return (await credentials.list()).map(({ id }) => id);
}

export function intentOf<Change extends Intent>(begun: ChangeBegun<Change>): Change {
  if (begun.kind !== 'begun') throw new Error(begun.kind);
  return begun.intent;
}

export const rotating = (overrides: Partial<Beginning> = {}): Beginning =>
  beginningOf('m2m-credentials:rotate', { now: laterBy(1_000), ...overrides });
export const renaming = (): Beginning => beginningOf('m2m-credentials:rename', { now: laterBy(2_000) });
export const revoking = (): Beginning => beginningOf('m2m-credentials:revoke', { now: laterBy(3_000) });

export const newName: CredentialEdit = { name: 'Import', description: undefined };

/** The rows visible to a transaction with only the given settings. */
export async function rowsSeen(
  url: string,
  text: string,
  { orgId, scope }: { readonly orgId?: string; readonly scope?: string } = {},
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    if (orgId !== undefined) await client.query(`SELECT set_config('governance.org_id', $1, true)`, [orgId]);
    if (scope !== undefined) {
      await client.query(`SELECT set_config('governance.system_scope', $1, true)`, [scope]);
    }
    const { rows } = await client.query<Record<string, unknown>>(text);
    await client.query('COMMIT');
    return rows;
  } finally {
    await client.end();
  }
}
