/** The machines that may call. The app binds it. */
export abstract class ActiveCredentials {
  /**
   * Whether the client has an active M2M credential in the organization. This check invalidates issued tokens at once when
   * the credential is revoked or expires. Rejects with `StoreUnavailable`.
   */
  abstract isActive(clientId: string, orgId: string, now: Date): Promise<boolean>;
}
