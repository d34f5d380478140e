import {
  type AbandonableIntent,
  type Beginning,
  type ChangeBegun,
  type CreateIntent,
  type CreationBegun,
  type CreationKey,
  type CredentialDraft,
  type CredentialEdit,
  type EndOverlapIntent,
  everyCredential,
  type ListPage,
  type M2mCredential,
  OrgCredentials,
  type RenameIntent,
  type RevokeIntent,
  type RotateIntent,
  type RotationDraft,
  type ServiceIdentity,
} from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { inOrganization } from '../access/scoped-transactions';
import {
  identityExists,
  permissionsOf,
  type ServiceIdentityRow,
} from '../service-identities/service-identity-row';
import { CredentialChanges } from './credential-changes';
import { CredentialCreation } from './credential-creation';
import { credentialColumns, credentialOf, type CredentialRow } from './credential-row';
import { listCredentials } from './list-credentials';

const selectCredential = {
  name: 'select-credential',
  text: `
    SELECT ${credentialColumns} FROM m2m_credentials WHERE id = $2 AND org_id = $1 AND state = 'active'`,
};

const selectServiceIdentity = {
  name: 'select-service-identity',
  text: `
    SELECT id, name, permissions FROM service_identities AS identity
    WHERE id = $2 AND org_id = $1 AND ${identityExists}`,
};

export interface CredentialStoreParts {
  readonly keyring: Keyring;
  /** The quota of the organization. */
  readonly most: number;
}

/** The credentials of one organization. Every method is one transaction that sets the organization. */
export class PostgresOrgCredentials extends OrgCredentials {
  constructor(
    private readonly database: Database,
    private readonly parts: CredentialStoreParts,
    private readonly orgId: string,
  ) {
    super();
  }

  async list(page: Partial<ListPage> = {}, filter = everyCredential): Promise<readonly M2mCredential[]> {
    const { statement, values } = listCredentials(this.orgId, filter, page);
    const { rows } = await this.within((query) => query<CredentialRow>(statement, values));
    return rows.map(credentialOf);
  }

  async find(id: string): Promise<M2mCredential | undefined> {
    const { rows } = await this.within((query) => query<CredentialRow>(selectCredential, [this.orgId, id]));
    return rows[0] && credentialOf(rows[0]);
  }

  async findServiceIdentity(id: string): Promise<ServiceIdentity | undefined> {
    const { rows } = await this.within((query) =>
      query<ServiceIdentityRow>(selectServiceIdentity, [this.orgId, id]),
    );
    return rows[0] && { ...rows[0], permissions: permissionsOf(rows[0].permissions) };
  }

  beginCreation(draft: CredentialDraft, beginning: Beginning, key?: CreationKey): Promise<CreationBegun> {
    const { keyring } = this.parts;
    return this.creation((creation) =>
      key === undefined
        ? creation.begin(draft, beginning)
        : creation.beginOnce(draft, beginning, { key, keyring }),
    );
  }

  beginRotation(
    id: string,
    beginning: Beginning,
    rotation?: RotationDraft,
  ): Promise<ChangeBegun<RotateIntent>> {
    return this.changes((changes) => changes.beginRotation(id, beginning, rotation));
  }

  beginEndOfOverlap(id: string, beginning: Beginning): Promise<ChangeBegun<EndOverlapIntent>> {
    return this.changes((changes) => changes.beginEndOfOverlap(id, beginning));
  }

  rename(id: string, edit: CredentialEdit, beginning: Beginning): Promise<ChangeBegun<RenameIntent>> {
    return this.changes((changes) => changes.rename(id, edit, beginning));
  }

  revoke(id: string, beginning: Beginning): Promise<ChangeBegun<RevokeIntent>> {
    return this.changes((changes) => changes.revoke(id, beginning));
  }

  finishCreation(
    intent: CreateIntent,
    done: { readonly clientId: string; readonly now: Date },
  ): Promise<M2mCredential> {
    return this.creation((creation) => creation.finish(intent, done));
  }

  finishRotation(intent: RotateIntent, now: Date): Promise<M2mCredential> {
    return this.changes((changes) => changes.finishRotation(intent, now));
  }

  finishEndOfOverlap(intent: EndOverlapIntent, now: Date): Promise<M2mCredential> {
    return this.changes((changes) => changes.finishEndOfOverlap(intent, now));
  }

  finishFollowUp(intent: RenameIntent | RevokeIntent): Promise<void> {
    return this.changes((changes) => changes.finishFollowUp(intent));
  }

  abandon(intent: AbandonableIntent, now: Date): Promise<void> {
    return intent.kind === 'create'
      ? this.creation((creation) => creation.abandon(intent, now))
      : this.changes((changes) => changes.abandon(intent, now));
  }

  private creation<Result>(work: (creation: CredentialCreation) => Promise<Result>): Promise<Result> {
    return this.within((query) => work(new CredentialCreation(query, this.orgId, this.parts.most)));
  }

  private changes<Result>(work: (changes: CredentialChanges) => Promise<Result>): Promise<Result> {
    return this.within((query) => work(new CredentialChanges(query, this.orgId)));
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return inOrganization(this.database, this.orgId, work);
  }
}
