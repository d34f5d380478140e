/** The token by which another program of ours manages this one. */
export abstract class ManagementToken {
  /** Whether the header `Authorization` shows the token. */
  abstract isShownBy(authorization: string | undefined): boolean;
}
