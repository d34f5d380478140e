/** A request about a credential breaks a rule: 400. The message is fit for the client, names the field and echoes no value. */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused';
}
