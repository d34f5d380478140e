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

/** The file cannot be a certificate, genuine or not. */
export class NotACertificate extends Error {
  override readonly name = 'NotACertificate';
}

/** This program cannot judge the certificate, which may be genuine or not. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck';

  constructor(
    message: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The issuer has signed something that this program does not know: it is older than the certificate. */
export function tooNew(part: string): CannotCheck {
  return new CannotCheck(`This program does not know ${part}`, 'it may be older than the certificate');
}
