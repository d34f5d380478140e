/** Why the issuer did not make this certificate. The message is shown to users. */
export class NotGenuine extends Error {
  override readonly name: string = 'NotGenuine';
}

/** The issuer made this certificate, and withdrew it, or the proof of the domain that it names. */
export class Withdrawn extends NotGenuine {
  override readonly name = 'Withdrawn';

  constructor(readonly domain?: string) {
    super(domain === undefined ? 'It was withdrawn' : `It was withdrawn, or its proof of ${domain} was`);
  }
}
