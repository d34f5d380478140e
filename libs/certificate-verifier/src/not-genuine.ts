/** Why the issuer did not make this certificate. The message is shown to users. */
export class NotGenuine extends Error {
  override readonly name: string = 'NotGenuine';
}

/** The issuer made this certificate, and withdrew it. */
export class Withdrawn extends NotGenuine {
  override readonly name = 'Withdrawn';

  constructor() {
    super('It was withdrawn');
  }
}
