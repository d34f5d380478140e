import { type ProviderCapabilities } from '@governance/iam';
import { type Person } from '../person';
import { type Programs } from './programs';

/** The ways to run the platform (docs/identity-providers.md). */
export type WayName = 'A broker' | 'Two issuers' | 'Keycloak for machines too';

/** The capabilities of the provider of machines, and whether the platform manages the members of organizations. */
export type WayCapabilities = ProviderCapabilities & { readonly members: boolean };

/** How a user signs in. */
export interface SignIn {
  /** Absent: Acme. */
  readonly orgId?: string;
  /** Absent: an account admin. */
  readonly role?: 'account-admin' | 'viewer';
}

/** A user with an authenticator app, and the pages on which the user enters its codes. */
export interface DemoUser {
  readonly person: Person;
  readonly signInAt: 'keycloak' | 'connection';
}

/** A running platform with the real providers of one way. */
export interface Way {
  readonly programs: Programs;
  /** The issuer of the tokens of users. */
  readonly peopleIssuer: string;
  /** The issuer of the tokens of machines. */
  readonly machineIssuer: string;
  /** The access token of a user who signs in at Keycloak now, or whose session there continues. */
  tokenOf(signIn?: SignIn): Promise<string>;
  /** Adds an account admin for `npm run demo:platform`. */
  demoUser(): Promise<DemoUser>;
  /** Adds a client of another application to the realm. Returns the token of its service account. */
  strangerToken(): Promise<string>;
  stop(): Promise<void>;
}

export const orgId = 'org_acme';
export const otherOrgId = 'org_globex';
/** Its second factor is fresh for `strictWindowSeconds` only. */
export const strictOrgId = 'org_strict';
export const strictWindowSeconds = 3;
/** That of the other organizations. */
export const windowSeconds = 600;
