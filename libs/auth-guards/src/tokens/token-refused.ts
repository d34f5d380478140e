/** The header member or claim that is not as it must be. `got` is what the token has: for the log alone, which shortens it. */
export interface Mismatch {
  readonly member: string;
  readonly expected: string;
  readonly got: unknown;
}

/** A token is no good: 401. `problem` names the check and no value of the token; it is for the operator. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';

  constructor(
    readonly problem: string,
    readonly reason: 'invalid' | 'expired' = 'invalid',
    readonly mismatch?: Mismatch,
  ) {
    super(problem);
  }

  /** Of one member, which `problem` names. */
  static of(problem: string, mismatch: Mismatch, reason: 'invalid' | 'expired' = 'invalid'): TokenRefused {
    return new TokenRefused(problem, reason, mismatch);
  }
}
