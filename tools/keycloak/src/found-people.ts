import { type StepTable } from './flow-steps';
import { type WantedMapper } from './wanted-people';

export interface FoundScope {
  readonly id: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly mappers: Readonly<Record<string, WantedMapper & { readonly id: string }>>;
}

export interface FoundClient {
  readonly id: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly mappers: readonly string[];
  readonly defaultScopes: readonly string[];
  readonly optionalScopes: readonly string[];
  /** The alias of its own browser flow, if it has one. */
  readonly flow: string | undefined;
}

export interface FoundOrganization {
  readonly id: string;
  readonly enabled: boolean;
  readonly name: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly groups: readonly string[];
}

/** What a realm has for users, as far as it is prepared. */
export interface FoundPeople {
  /** Undefined: there is no realm. */
  readonly realm: Readonly<Record<string, unknown>> | undefined;
  readonly scopes: Readonly<Record<string, FoundScope | undefined>>;
  readonly flows: Readonly<Record<string, StepTable | undefined>>;
  /** By client id. */
  readonly clients: Readonly<Record<string, FoundClient | undefined>>;
  readonly organizations: Readonly<Record<string, FoundOrganization | undefined>>;
}
