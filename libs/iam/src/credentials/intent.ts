/**
 * A change of a credential that our database and the identity provider have to make together. Its row is written before
 * the first call, and goes when the last step is done. There is at most one for a credential.
 *
 * `create` and `rotate` take effect when they are finished: what grants access comes last. `rename` and `revoke` have
 * taken effect with the row: what removes access comes first, and a name gives none.
 */
export type Intent = CreateIntent | RotateIntent | RenameIntent | RevokeIntent;

interface IntentBase {
  /** A UUID. The provider keeps it with the client as its `revision`, in the same step as the change itself. */
  readonly id: string;
  /** Names the hold: whoever lost it can no longer finish or abandon. */
  readonly lease: string;
  readonly credentialId: string;
  readonly orgId: string;
}

export interface CreateIntent extends IntentBase {
  readonly kind: 'create';
}

export interface RotateIntent extends IntentBase {
  readonly kind: 'rotate';
  readonly clientId: string;
}

export interface RenameIntent extends IntentBase {
  readonly kind: 'rename';
  readonly clientId: string;
  /** The credential's name by now. */
  readonly name: string;
}

export interface RevokeIntent extends IntentBase {
  readonly kind: 'revoke';
  readonly clientId: string;
}

/**
 * How long whoever began a change has to finish it before the reconciler takes it over, in milliseconds. Longer than any
 * request with all its calls to the provider may last.
 */
export const intentLeaseMs = 60_000;
