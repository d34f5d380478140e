/**
 * The input of a request breaks a rule of the domain: 400. The message is for the client: it names the field and echoes no
 * value. Stored data that breaks a rule is our defect, so code that reads it throws another error.
 */
export class RuleViolation extends Error {
  override readonly name = 'RuleViolation';
}
