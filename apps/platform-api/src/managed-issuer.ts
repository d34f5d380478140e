/** The issuer whose members, clients and connections this surface manages: the setting OIDC_ISSUER. */
export abstract class ManagedIssuer {
  abstract readonly issuer: string;
}
