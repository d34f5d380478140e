/** A token is no good: 401. `problem` names the check and no value of the token; it is for the operator. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';

  constructor(
    readonly problem: string,
    readonly reason: 'invalid' | 'expired' = 'invalid',
  ) {
    super(problem);
  }
}
