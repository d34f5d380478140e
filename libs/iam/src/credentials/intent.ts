/**
 * A change of a credential in our database and at the identity provider. Its row is written before the first call and
 * deleted after the last step. A credential has at most one.
 *
 * `create` and `rotate` take effect at the end, because access is granted last. `rename` and `revoke` take effect with the
 * row, because access is removed first and a name grants no access. `end-overlap` takes effect at the provider, which alone
 * decides about a secret or key.
 */
export type Intent = CreateIntent | RotateIntent | EndOverlapIntent | RenameIntent | RevokeIntent;

/** A change without effect until it is finished, so it can be abandoned. */
export type AbandonableIntent = CreateIntent | RotateIntent | EndOverlapIntent;

interface IntentBase {
  /** A UUID. The provider stores it as the client's `revision`, in the same step as the change itself. */
  readonly id: string;
  /** The id of the lease. A process that has lost the lease can no longer finish or abandon the change. */
  readonly lease: string;
  readonly credentialId: string;
  readonly orgId: string;
  /** Of the credential: the identity provider at which the change is made. */
  readonly issuer: string;
}

export interface CreateIntent extends IntentBase {
  readonly kind: 'create';
}

export interface RotateIntent extends IntentBase {
  readonly kind: 'rotate';
  readonly clientId: string;
}

export interface EndOverlapIntent extends IntentBase {
  readonly kind: 'end-overlap';
  readonly clientId: string;
}

export interface RenameIntent extends IntentBase {
  readonly kind: 'rename';
  readonly clientId: string;
  /** The credential's current name. */
  readonly name: string;
}

export interface RevokeIntent extends IntentBase {
  readonly kind: 'revoke';
  readonly clientId: string;
}

/**
 * The time, in milliseconds, after which the reconciler takes over an unfinished change. Longer than any request with all
 * its calls to the provider.
 */
export const intentLeaseMs = 60_000;
