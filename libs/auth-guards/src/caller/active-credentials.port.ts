/** A call of a machine. */
export interface MachineCall {
  /** Of the token. The client id is unique only within it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly orgId: string;
  readonly now: Date;
  /** The request. Its address, which costs time to find, is read only when the credential is restricted to networks. */
  readonly from: { readonly ip?: string | undefined };
}

/** `outside`: the credential is active, but may not be used from the address of the call. */
export type CredentialStanding = 'active' | 'inactive' | 'outside';

/** The machines that may call. The app binds it. */
export abstract class ActiveCredentials {
  /**
   * Whether the issuer's client has an active M2M credential in the organization, usable from the address of the call. This check
   * invalidates issued tokens at once when the credential is revoked or expires. Rejects with `StoreUnavailable`.
   */
  abstract standingOf(call: MachineCall): Promise<CredentialStanding>;
}
