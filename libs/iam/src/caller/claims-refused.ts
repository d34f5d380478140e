/** The claims of a verified token do not describe a caller: 401. `problem` names claims, never values; it is for the operator. */
export class ClaimsRefused extends Error {
  override readonly name = 'ClaimsRefused';

  constructor(readonly problem: string) {
    super(problem);
  }
}
