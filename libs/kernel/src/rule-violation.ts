/**
 * The input of a request breaks a domain rule: 400. The message is for the client: it names the field and contains no
 * value. Stored data that breaks a rule is our defect, so code that reads stored data throws another error.
 */
export class RuleViolation extends Error {
  override readonly name = 'RuleViolation';
}
