/** Which machines may still call. The app binds it. */
export abstract class ActiveCredentials {
  /**
   * Whether an active credential with this client exists in the organization: this is what makes issued tokens stop at
   * once when it is revoked or expires. Rejects with `StoreUnavailable` when that cannot be told.
   */
  abstract isActive(clientId: string, orgId: string, now: Date): Promise<boolean>;
}
