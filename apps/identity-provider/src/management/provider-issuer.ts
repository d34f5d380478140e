/** The `iss` of every token of this provider: the setting ISSUER. */
export abstract class ProviderIssuer {
  abstract readonly issuer: string;
}
