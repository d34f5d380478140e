/** The header member or claim with a wrong value. `got` is the value in the token: only for the log, which shortens it. */
export interface Mismatch {
  readonly member: string;
  readonly expected: string;
  readonly got: unknown;
}

/** The token is not valid: 401. `problem` names the failed check and contains no value of the token; it is for the operator. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';

  constructor(
    readonly problem: string,
    readonly reason: 'invalid' | 'expired' = 'invalid',
    readonly mismatch?: Mismatch,
  ) {
    super(problem);
  }

  /** For a wrong value of the member that `problem` names. */
  static of(problem: string, mismatch: Mismatch, reason: 'invalid' | 'expired' = 'invalid'): TokenRefused {
    return new TokenRefused(problem, reason, mismatch);
  }
}
