/** The identity provider refused a token, or could not be found. */
export class SignInError extends Error {
  override readonly name: string = 'SignInError';

  constructor(
    message: string,
    /** The OAuth error code, such as `invalid_grant` or `access_denied`, or `discovery_failed`. */
    readonly code: string,
    /** The status of the response, if there was one. */
    readonly status?: number,
  ) {
    super(message);
  }
}
