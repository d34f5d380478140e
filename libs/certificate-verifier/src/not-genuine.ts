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

/** No key of the issuer has signed it, as far as this set of keys shows: an older set lacks newer keys. */
export class UnknownIssuerKey extends NotGenuine {
  override readonly name = 'UnknownIssuerKey';

  constructor() {
    super('It is signed by a key that does not belong to the issuer');
  }
}

/** The page of the file cannot be read, or does not show what the credential says. */
export class PageNotGenuine extends NotGenuine {
  override readonly name = 'PageNotGenuine';
}

/** The file cannot be a certificate, genuine or not. */
export class NotACertificate extends Error {
  override readonly name = 'NotACertificate';
}

/** This program fails on the reference certificate too, so it says nothing about any certificate. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck';
  readonly reason: string;

  constructor(work: string, cause: unknown) {
    super(`This program cannot ${work} certificates, not even its own reference certificate`, { cause });
    this.reason = deepest(cause);
  }
}

/** The message of the first error of a chain of causes. */
function deepest(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return deepest(error.cause);
  return error instanceof Error ? error.message : String(error);
}
