/** Why the issuer did not make this certificate. The message is shown to users. */
export class NotGenuine extends Error {
  override readonly name = 'NotGenuine';
}
