/** The provider as it stands cannot apply a rule, and keeps nothing of it. */
export class TrustRuleRefused extends Error {
  override readonly name = 'TrustRuleRefused';

  /** @param reason a sentence for the admin, which names nothing of another organization */
  constructor(readonly reason: string) {
    super(reason);
  }
}
