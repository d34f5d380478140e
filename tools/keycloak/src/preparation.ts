import { type PeoplePreparation } from './wanted-people';
import { type WantedIssuer } from './workload-issuers';

/** The realm and the client to prepare. */
export interface Preparation {
  readonly realm: string;
  readonly clientId: string;
  /** Undefined: Keycloak generates one, and an existing one stays. */
  readonly clientSecret: string | undefined;
  /** Undefined: the realm is for machines alone. */
  readonly people: PeoplePreparation | undefined;
  /** Of trust rules. */
  readonly workloadIssuers: readonly WantedIssuer[];
}
