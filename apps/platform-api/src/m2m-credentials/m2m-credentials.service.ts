import { asUuid, checkName, Clock, type Problem, type RuleViolation } from '@governance/kernel';
import { type OrgCaller } from '@governance/auth-guards';
import { type PageInput, ListPages, type Page } from '@governance/http';
import {
  type AuditContext,
  type ChangeBegun,
  checkCreation,
  checkCredentialFilter,
  checkDescription,
  checkRotation,
  type ClientAuthentication,
  coversServiceIdentity,
  type Creation,
  type CreationBegun,
  type CreationRequest,
  type CredentialEdit,
  credentialAt,
  type CredentialFilterRequest,
  CredentialStore,
  IdentityProvider,
  type Intent,
  limitedCreation,
  limitedRotation,
  type M2mCredential,
  type OrgCredentials,
  type RotationRequest,
  type RuleContext,
  unknownServiceIdentity,
} from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { callingCredential, refuseWiderNetworks } from './calling-credential';
import { chosenServiceIdentity } from './chosen-service-identity';
import { CredentialChanges } from './credential-changes';
import { authenticationOf, creationKeyOf, draftOf, rotationDraftOf } from './credential-draft';
import {
  exceedingServiceIdentity,
  keyInUse,
  keyOfAnotherBody,
  noPreviousSecret,
  secretsForbidden,
  tooManyCredentials,
  unfinishedChange,
  unknownCredential,
} from './credential-problems';

/** A credential with its new secret, which is returned only once. */
export interface IssuedCredential {
  readonly credential: M2mCredential;
  /** Undefined for a `public_key` credential, and for the replay of a creation. */
  readonly secret: string | undefined;
}

export interface CreatedCredential extends IssuedCredential {
  /** An earlier request with the same key created the credential; this one created nothing. */
  readonly replayed: boolean;
  /** Revoked after that creation. */
  readonly revoked: boolean;
}

export interface ListRequest {
  readonly page?: PageInput | undefined;
  readonly filter?: CredentialFilterRequest;
}

const noConditions: CredentialFilterRequest = { name: undefined, expiresBefore: undefined, used: undefined };

/** The context of a change: everything besides its content. */
export interface ChangeContext {
  readonly write: AuditContext;
}

export interface CreationContext extends ChangeContext {
  /** The idempotency key of the creation. */
  readonly key: string | undefined;
}

type Begun<Change extends Intent> = Extract<ChangeBegun<Change>, { readonly kind: 'begun' }>;

/** The M2M credentials of the caller's organization (spec 5.2.7). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class M2mCredentialsService {
  constructor(
    private readonly store: CredentialStore,
    private readonly provider: IdentityProvider,
    private readonly clock: Clock,
    private readonly changes: CredentialChanges,
    private readonly pages: ListPages,
  ) {}

  /** spec 4.2: newest first, complete unless a page is requested. */
  async list(
    { orgId }: OrgCaller,
    { page, filter: request = noConditions }: ListRequest = {},
  ): Promise<Page<M2mCredential>> {
    const filter = checkCredentialFilter(request);
    const credentials = this.store.forOrg(orgId);
    if (page === undefined)
      return { entries: this.current(await credentials.list(undefined, filter)), nextCursor: undefined };
    return this.pages.read(page, {
      orgId,
      name: 'm2m-credentials',
      read: async (asked) => this.current(await credentials.list(asked, filter)),
    });
  }

  async get({ orgId }: OrgCaller, id: string): Promise<M2mCredential> {
    const credential = await existing(this.store.forOrg(orgId), checkedId(id));
    return credentialAt(credential, this.clock.now());
  }

  /** With a key, a repeated creation returns the first credential without its secret. */
  async create(
    caller: OrgCaller,
    request: CreationRequest,
    { write, key }: CreationContext,
  ): Promise<CreatedCredential> {
    const { now } = this.rules();
    const parent = await callingCredential(caller, this.store, now);
    const inherited = { ...request, allowedNetworks: request.allowedNetworks ?? parent?.allowedNetworks };
    const creation = limitedCreation(checkCreation(inherited, this.rules()), parent);
    refuseWiderNetworks(creation, parent);
    const credentials = this.store.forOrg(caller.orgId);
    const { serviceIdentity, permissions } = await chosenServiceIdentity(caller, creation, credentials);
    const id = randomUUID();
    const { issuer } = this.changes;
    const authentication = authenticationOf(creation);
    const begun = await credentials.beginCreation(
      draftOf(creation, { id, issuer, serviceIdentity, authentication }),
      this.changes.beginning(write, id),
      key === undefined ? undefined : creationKeyOf(caller, request, key),
    );
    if (begun.kind === 'replayed') return replayed(begun, creation);
    if (begun.kind !== 'begun') throw refusalOf(begun);
    const { name, allowedNetworks } = creation;
    const grant = { name, permissions, allowedNetworks, authentication };
    const credential = await this.changes.create(begun.intent, grant);
    return { ...issued(credential, authentication), replayed: false, revoked: false };
  }

  /** spec 4.2: when this resolves, the old secret or key is no longer valid, unless the request asks for an overlap. */
  async rotate(
    caller: OrgCaller,
    id: string,
    { request, write }: ChangeContext & { readonly request: RotationRequest },
  ): Promise<IssuedCredential> {
    const credentials = this.store.forOrg(caller.orgId);
    // The body can only be checked against the credential, so its existence comes first.
    const credential = await existing(credentials, checkedId(id));
    const identity = await credentials.findServiceIdentity(credential.serviceIdentityId);
    // Revoked concurrently.
    if (identity === undefined) throw unknownCredential();
    if (!coversServiceIdentity(caller.permissions, identity.permissions)) throw exceedingServiceIdentity();
    const { now } = this.rules();
    const calling = await callingCredential(caller, this.store, now);
    refuseWiderNetworks(credential, calling);
    this.changes.refuseElsewhere(credential);
    const checked = checkRotation(request, credential, this.rules());
    const rotation = limitedRotation(checked, credential, { caller: calling, now });
    const beginning = this.changes.beginning(write, credential.id);
    const authentication = authenticationOf(rotation);
    const draft = rotationDraftOf(rotation, authentication);
    const { intent } = begunOf(await credentials.beginRotation(credential.id, beginning, draft));
    const { overlapUntil } = rotation;
    return issued(await this.changes.rotate(intent, { ...authentication, overlapUntil }), authentication);
  }

  /** When this resolves, the secret or key before the last rotation no longer works, and the current one does. */
  async revokePreviousSecret({ orgId }: OrgCaller, id: string, { write }: ChangeContext): Promise<void> {
    const credentials = this.store.forOrg(orgId);
    const known = checkedId(id);
    this.changes.refuseElsewhere(await existing(credentials, known));
    const begun = await credentials.beginEndOfOverlap(known, this.changes.beginning(write, known));
    if (begun.kind === 'unknown') throw noPreviousSecret();
    await this.changes.endOverlap(begunOf(begun).intent);
  }

  /** When this resolves, the edit holds, even if the identity provider was unavailable. */
  async rename(
    { orgId }: OrgCaller,
    id: string,
    { edit, write }: ChangeContext & { readonly edit: CredentialEdit },
  ): Promise<M2mCredential> {
    const checked = checkedEdit(edit);
    const known = checkedId(id);
    const credentials = this.store.forOrg(orgId);
    this.changes.refuseElsewhere(await existing(credentials, known));
    const begun = await credentials.rename(known, checked, this.changes.beginning(write, known));
    const { intent, credential } = begunOf(begun);
    await this.changes.followUp(intent);
    return credentialAt(credential, this.clock.now());
  }

  /** When this resolves, the credential no longer authenticates, even if the identity provider was unavailable. */
  async revoke({ orgId }: OrgCaller, id: string, { write }: ChangeContext): Promise<void> {
    const known = checkedId(id);
    const begun = await this.store.forOrg(orgId).revoke(known, this.changes.beginning(write, known));
    await this.changes.followUp(begunOf(begun).intent);
  }

  private current(credentials: readonly M2mCredential[]): M2mCredential[] {
    const now = this.clock.now();
    return credentials.map((credential) => credentialAt(credential, now));
  }

  private rules(): RuleContext {
    return { now: this.clock.now(), capabilities: this.provider.capabilities };
  }
}

function refusalOf(
  begun: Exclude<CreationBegun, { readonly kind: 'begun' | 'replayed' }>,
): Problem | RuleViolation {
  switch (begun.kind) {
    case 'full':
      return tooManyCredentials(begun.most);
    case 'no-identity':
      return unknownServiceIdentity();
    case 'secrets-forbidden':
      return secretsForbidden();
    case 'running':
      return keyInUse();
    case 'other-body':
      return keyOfAnotherBody();
  }
}

/** The credential as it was created, regardless of later changes: the same body named it then as now. */
function replayed(
  { credential, isRevoked }: Extract<CreationBegun, { readonly kind: 'replayed' }>,
  { name }: Pick<Creation, 'name'>,
): CreatedCredential {
  return { credential: { ...credential, name }, secret: undefined, replayed: true, revoked: isRevoked };
}

/** Throws a `RuleViolation`. */
function checkedEdit({ name, description }: CredentialEdit): CredentialEdit {
  return {
    name: name === undefined ? undefined : checkName('name', name),
    description: description === undefined ? undefined : (checkDescription(description ?? '') ?? null),
  };
}

/** The id of a path in stored form. A malformed id matches nothing. */
function checkedId(id: string): string {
  const known = asUuid(id);
  if (known === undefined) throw unknownCredential();
  return known;
}

async function existing(credentials: OrgCredentials, id: string): Promise<M2mCredential> {
  const credential = await credentials.find(id);
  if (credential === undefined) throw unknownCredential();
  return credential;
}

function begunOf<Change extends Intent>(begun: ChangeBegun<Change>): Begun<Change> {
  switch (begun.kind) {
    case 'begun':
      return begun;
    case 'unknown':
      throw unknownCredential();
    case 'busy':
      throw unfinishedChange();
  }
}

function issued(credential: M2mCredential, authentication: ClientAuthentication): IssuedCredential {
  return { credential, secret: authentication.kind === 'secret' ? authentication.secret : undefined };
}
