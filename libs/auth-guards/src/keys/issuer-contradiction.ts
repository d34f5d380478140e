/** The issuer answered, and its answer contradicts the settings. Waiting does not help, unlike with an outage. */
export class IssuerContradiction extends Error {
  override readonly name = 'IssuerContradiction';
}
