import { type ProviderRequest } from '../http/provider-request';

/** Access to a realm of a Keycloak (docs/keycloak.md). The app's configuration checks it before Nest starts. */
export interface KeycloakSettings {
  /** The URL of the server, with its path if it has one, without a slash at the end. `https` in production. */
  readonly serverUrl: string;
  readonly realm: string;
  /**
   * The confidential client whose service account has the role `manage-clients` of the realm, for trust rules also
   * `view-identity-providers`, and no other.
   */
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * What the client ids of this deployment's machines begin with. Two deployments in one realm must differ: each deletes
   * clients without a credential.
   */
  readonly clientPrefix: string;
  /** The audience of the tokens of new clients. Undefined in programs that create none. */
  readonly audience: string | undefined;
  /** The time limit of a call, from connecting to the last byte of the response. */
  readonly timeoutMs?: number;
  readonly onOutcome?: ProviderRequest['onOutcome'];
}
