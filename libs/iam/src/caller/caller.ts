import { type Permission } from './permission';

/** The caller that a verified token describes. */
export type Caller = PersonCaller | MachineCaller;

interface CallerBase {
  readonly issuer: string;
  /** spec 2.7: opaque and stable; must not be parsed. */
  readonly subject: string;
  /** spec 5.2.7: the organization comes from the token. Without one, only routes outside organizations are open. */
  readonly orgId: string | undefined;
  /** For people to read; absent when the token does not say it, like `hasOtherOrgs`. */
  readonly orgName?: string | undefined;
  /** Whether the caller can sign in to other organizations too. */
  readonly hasOtherOrgs?: boolean | undefined;
  /** OAuth scopes, separated by spaces; "" when the token has none. Distinct from permissions. */
  readonly scope: string;
  /** The permissions that this service knows, in the token's order. */
  readonly permissions: ReadonlySet<Permission>;
  /** Empty when unknown, like `name` and `roles`. */
  readonly email: string;
  readonly name: string;
  /** As named by the issuer; not used for decisions. */
  readonly roles: readonly string[];
}

export interface PersonCaller extends CallerBase {
  readonly kind: 'person';
  /** The application that the user signed in to. */
  readonly clientId: string | undefined;
  /** Whether the issuer has verified `email`. */
  readonly emailVerified: boolean;
  readonly stepUp: StepUpClaims;
}

export interface MachineCaller extends CallerBase {
  readonly kind: 'machine';
  readonly clientId: string;
}

/** spec 5.3.3: the claims unchanged, undefined when absent. Only the step-up rule evaluates them. */
export interface StepUpClaims {
  readonly mfaAt: unknown;
  readonly mfaMaxAge: unknown;
  /** Present: the token does not say the window, and our policies do. */
  readonly window?: 'policy';
}
