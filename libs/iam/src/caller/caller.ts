import { type Permission } from './permission';

/** Who calls, as far as a verified token says. */
export type Caller = PersonCaller | MachineCaller;

interface CallerBase {
  readonly issuer: string;
  /** spec 2.7: opaque and stable. Nobody parses it. */
  readonly subject: string;
  /** spec 5.2.7: the organization comes from the token. Without one only what belongs to no organization is open. */
  readonly orgId: string | undefined;
  /** OAuth scopes, separated by spaces; "" when the token has none. Distinct from permissions. */
  readonly scope: string;
  /** The ones this service knows, in the token's order. */
  readonly permissions: ReadonlySet<Permission>;
  /** Empty when unknown, as `name` and `roles` are. */
  readonly email: string;
  readonly name: string;
  /** As the issuer names them; nothing is decided by them. */
  readonly roles: readonly string[];
}

export interface PersonCaller extends CallerBase {
  readonly kind: 'person';
  /** The application the person signed in to. */
  readonly clientId: string | undefined;
  /** Whether the issuer vouches for `email`. */
  readonly emailVerified: boolean;
  readonly stepUp: StepUpClaims;
}

export interface MachineCaller extends CallerBase {
  readonly kind: 'machine';
  readonly clientId: string;
}

/** spec 5.3.3: the claims as they came, undefined when absent. Only the step-up rule judges them. */
export interface StepUpClaims {
  readonly mfaAt: unknown;
  readonly mfaMaxAge: unknown;
}
