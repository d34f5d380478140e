/** The token with which another program of ours manages this one. */
export abstract class ManagementToken {
  /** Whether the `Authorization` header contains the token. */
  abstract isShownBy(authorization: string | undefined): boolean;
}
