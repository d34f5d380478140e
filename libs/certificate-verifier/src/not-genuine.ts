/** Why something is not what the issuer made. The message is for people. */
export class NotGenuine extends Error {
  override readonly name = 'NotGenuine';
}
