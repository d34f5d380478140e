import {
  type AbandonableIntent,
  type AuditOutcome,
  type Beginning,
  type ChangeBegun,
  type CreateIntent,
  type CreationBegun,
  type CredentialDraft,
  type CredentialEdit,
  CredentialStore,
  type EndOverlapIntent,
  everyCredential,
  type Intent,
  IntentLost,
  type ListPage,
  type ListPosition,
  matchesCredentialFilter,
  type M2mCredential,
  type AuditedOperation,
  OrgCredentials,
  type PreviousSecret,
  type RenameIntent,
  type RevokeIntent,
  type RotateIntent,
  type RotationDraft,
  type ServiceIdentity,
  type SystemCredentials,
} from '../../src';
import { randomUUID } from 'node:crypto';
import { FaultyWire } from './faulty-wire';
import { InMemorySystemCredentials, type Row } from './in-memory-system-credentials';
import { previousEnd } from './previous-end';

/**
 * M2M credentials in memory, with the states, leases and audit rows of the real store, but without idempotency keys and
 * quota. Every call uses `wire`, so that specs can simulate a crash before or after each call.
 */
export class InMemoryCredentialStore extends CredentialStore {
  readonly audit: {
    readonly target: string | undefined;
    readonly operation: AuditedOperation;
    readonly outcome: AuditOutcome;
  }[] = [];
  readonly rows = new Map<string, Row>();
  readonly serviceIdentities = new Map<string, ServiceIdentity & { readonly orgId: string }>();

  constructor(readonly wire = new FaultyWire(() => new Error('the store is away'))) {
    super();
  }

  forOrg(orgId: string): OrgCredentials {
    return new InMemoryOrgCredentials(this, orgId);
  }

  systemScope(): SystemCredentials {
    return new InMemorySystemCredentials(this);
  }

  record(row: Row, outcome: AuditOutcome): void {
    if (!row.audit) throw new Error('a change has no audit context');
    this.audit.push({ target: row.credential.id, operation: row.audit.operation, outcome });
    row.audit = undefined;
  }

  /** The row, if the intent's lease is still valid. */
  held(intent: Intent): Row {
    const row = this.rows.get(intent.credentialId);
    if (row?.intent?.lease !== intent.lease) throw new IntentLost();
    return row;
  }
}

class InMemoryOrgCredentials extends OrgCredentials {
  constructor(
    private readonly store: InMemoryCredentialStore,
    private readonly orgId: string,
  ) {
    super();
  }

  list(
    { limit, after }: Partial<ListPage> = {},
    filter = everyCredential,
  ): Promise<readonly M2mCredential[]> {
    return this.store.wire.call(() =>
      this.active()
        .map(({ credential }) => credential)
        .filter((credential) => matchesCredentialFilter(credential, filter))
        .toSorted(inOrder)
        .filter((credential) => after === undefined || inOrder(after, credential) < 0)
        .slice(0, limit),
    );
  }

  find(id: string): Promise<M2mCredential | undefined> {
    return this.store.wire.call(() => this.activeRow(id)?.credential);
  }

  findServiceIdentity(id: string): Promise<ServiceIdentity | undefined> {
    return this.store.wire.call(() => {
      const found = this.store.serviceIdentities.get(id);
      const isUsed = this.active().some(({ credential }) => credential.serviceIdentityId === id);
      return found?.orgId === this.orgId && isUsed ? found : undefined;
    });
  }

  beginCreation(draft: CredentialDraft, beginning: Beginning): Promise<CreationBegun> {
    return this.store.wire.call(() => {
      const { id, name, description, type, expiresAt, validForDays, endsBy, serviceIdentity } = draft;
      const intent: CreateIntent = {
        ...intentOf(beginning),
        kind: 'create',
        credentialId: id,
        orgId: this.orgId,
        issuer: draft.issuer,
      };
      if (serviceIdentity.kind === 'new') {
        const { id: identityId, permissions } = serviceIdentity;
        const identity = { id: identityId, name, permissions, orgId: this.orgId };
        this.store.serviceIdentities.set(identityId, identity);
      }
      const { now: createdAt, leaseUntil, audit } = beginning;
      const times = { createdAt, lastRotatedAt: createdAt, lastUsedAt: undefined };
      const permissions = this.store.serviceIdentities.get(serviceIdentity.id)?.permissions;
      if (permissions === undefined) return { kind: 'no-identity' };
      const names = {
        id,
        name,
        description,
        type,
        orgId: this.orgId,
        clientId: '',
        issuer: draft.issuer,
        serviceIdentityId: serviceIdentity.id,
        permissions,
        lastFour: draft.secretLastFour ?? draft.keyThumbprint?.slice(-4),
        kid: draft.keyThumbprint,
        previous: undefined,
        allowedNetworks: draft.allowedNetworks,
      };
      const credential = { ...names, ...times, expiresAt, validForDays, endsBy };
      const row = { credential, intent, leaseUntil, audit, rotation: undefined };
      this.store.rows.set(id, { ...row, state: 'creating' });
      return { kind: 'begun', intent };
    });
  }

  beginRotation(
    id: string,
    beginning: Beginning,
    rotation?: RotationDraft,
  ): Promise<ChangeBegun<RotateIntent>> {
    return this.begin(id, (row) => {
      const intent: RotateIntent = { ...intentOf(beginning), ...this.subject(row), kind: 'rotate' };
      Object.assign(row, { intent, rotation, leaseUntil: beginning.leaseUntil, audit: beginning.audit });
      return intent;
    });
  }

  async beginEndOfOverlap(id: string, beginning: Beginning): Promise<ChangeBegun<EndOverlapIntent>> {
    const { now, leaseUntil, audit } = beginning;
    const previous = this.activeRow(id)?.credential.previous;
    if (previous === undefined || previous.expiresAt <= now) return { kind: 'unknown' };
    return this.begin(id, (row) => {
      const intent: EndOverlapIntent = { ...intentOf(beginning), ...this.subject(row), kind: 'end-overlap' };
      Object.assign(row, { intent, leaseUntil, audit });
      return intent;
    });
  }

  rename(
    id: string,
    { name: newName, description }: CredentialEdit,
    beginning: Beginning,
  ): Promise<ChangeBegun<RenameIntent>> {
    return this.begin(id, (row) => {
      const name = newName ?? row.credential.name;
      const intent: RenameIntent = { ...intentOf(beginning), ...this.subject(row), kind: 'rename', name };
      const { leaseUntil, audit } = beginning;
      const credential = { ...row.credential, name };
      if (description !== undefined) credential.description = description ?? undefined;
      Object.assign(row, { intent, leaseUntil, audit, credential });
      this.store.record(row, 'done');
      return intent;
    });
  }

  revoke(id: string, beginning: Beginning): Promise<ChangeBegun<RevokeIntent>> {
    return this.store.wire.call(() => {
      const row = this.activeRow(id);
      if (!row) return { kind: 'unknown' };
      if (row.audit) this.store.record(row, 'abandoned');
      const intent: RevokeIntent = { ...intentOf(beginning), ...this.subject(row), kind: 'revoke' };
      const { leaseUntil, audit } = beginning;
      Object.assign(row, { intent, leaseUntil, audit, state: 'revoked' });
      this.store.record(row, 'done');
      return { kind: 'begun', intent, credential: row.credential };
    });
  }

  finishCreation(
    intent: CreateIntent,
    { clientId, now }: { clientId: string; now: Date },
  ): Promise<M2mCredential> {
    return this.store.wire.call(() => {
      const row = this.store.held(intent);
      const credential = { ...row.credential, clientId, createdAt: now, lastRotatedAt: now };
      Object.assign(row, { intent: undefined, state: 'active', credential });
      this.store.record(row, 'done');
      return row.credential;
    });
  }

  finishRotation(intent: RotateIntent, now: Date): Promise<M2mCredential> {
    return this.store.wire.call(() => {
      const row = this.store.held(intent);
      const { rotation } = row;
      const { expiresAt } = rotation ?? row.credential;
      const lastFour = rotation?.secretLastFour ?? rotation?.keyThumbprint?.slice(-4);
      const previous = previousOf(row);
      const kid = rotation?.keyThumbprint ?? row.credential.kid;
      const credential = { ...row.credential, expiresAt, lastFour, kid, previous, lastRotatedAt: now };
      Object.assign(row, { credential, intent: undefined, rotation: undefined });
      this.store.record(row, 'done');
      return credential;
    });
  }

  finishEndOfOverlap(intent: EndOverlapIntent): Promise<M2mCredential> {
    return this.store.wire.call(() => {
      const row = this.store.held(intent);
      const credential = { ...row.credential, previous: undefined };
      Object.assign(row, { credential, intent: undefined });
      this.store.record(row, 'done');
      return credential;
    });
  }

  finishFollowUp(intent: RenameIntent | RevokeIntent): Promise<void> {
    return this.store.wire.call(() => {
      this.store.held(intent).intent = undefined;
    });
  }

  abandon(intent: AbandonableIntent): Promise<void> {
    return this.store.wire.call(() => {
      const row = this.store.held(intent);
      row.intent = undefined;
      this.store.record(row, 'abandoned');
      if (intent.kind === 'create') this.store.rows.delete(intent.credentialId);
    });
  }

  private begin<Change extends Intent>(
    id: string,
    change: (row: Row) => Change,
  ): Promise<ChangeBegun<Change>> {
    return this.store.wire.call(() => {
      const row = this.activeRow(id);
      if (!row) return { kind: 'unknown' };
      if (row.intent) return { kind: 'busy' };
      const intent = change(row);
      return { kind: 'begun', intent, credential: row.credential };
    });
  }

  private subject({ credential }: Row): Pick<RotateIntent, 'credentialId' | 'orgId' | 'clientId' | 'issuer'> {
    const { clientId, issuer } = credential;
    return { credentialId: credential.id, orgId: this.orgId, clientId, issuer };
  }

  private active(): Row[] {
    return [...this.store.rows.values()].filter(
      ({ credential, state }) => state === 'active' && credential.orgId === this.orgId,
    );
  }

  private activeRow(id: string): Row | undefined {
    return this.active().find(({ credential }) => credential.id === id);
  }
}

/** What a rotation leaves of the current secret or key. */
function previousOf({ credential, rotation }: Row): PreviousSecret | undefined {
  const { lastFour, lastRotatedAt, expiresAt } = credential;
  if (rotation?.overlapUntil === undefined) return undefined;
  const end = previousEnd(rotation.overlapUntil, expiresAt, rotation.expiresAt);
  return { lastFour, createdAt: lastRotatedAt, expiresAt: end };
}

function inOrder(one: ListPosition, other: ListPosition): number {
  const later = other.createdAt.getTime() - one.createdAt.getTime();
  if (later !== 0) return later;
  return one.id === other.id ? 0 : one.id > other.id ? -1 : 1;
}

function intentOf({ intentId }: Beginning): { id: string; lease: string } {
  return { id: intentId, lease: randomUUID() };
}
