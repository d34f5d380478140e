import { type UpstreamSecondFactor } from '@governance/iam';

/** The allowed difference between a provider's clock and ours. */
export const clockSlackSeconds = 60;

/** What an ID token says about the sign-in. A provider may send any type. */
export interface FactorClaims {
  readonly acr?: unknown;
  readonly amr?: unknown;
  readonly auth_time?: unknown;
}

/** What we asked of the provider. Times in seconds. */
export interface AskedFactor {
  /** The values that count. */
  readonly accepted: UpstreamSecondFactor;
  /** When we asked. */
  readonly askedAt: number;
  /** The `max_age` that we sent; 0: a new sign-in. */
  readonly maxAge: number;
}

/** A second factor that a provider has shown. */
export interface UpstreamFactor {
  /**
   * When it was shown, in seconds. Undefined: the provider continued an earlier sign-in. Then `auth_time` proves nothing, because
   * the second factor may be older than it.
   */
  readonly at: number | undefined;
}

/** Undefined when the ID token shows no second factor of a sign-in as recent as we asked for. `now` is in seconds. */
export function upstreamFactorIn(
  claims: FactorClaims,
  { accepted, askedAt, maxAge }: AskedFactor,
  now: number,
): UpstreamFactor | undefined {
  const signedInAt = signInTimeIn(claims);
  if (!isAccepted(claims, accepted) || signedInAt === undefined) return undefined;
  if (signedInAt < askedAt - maxAge - clockSlackSeconds || isInFuture(claims, now)) return undefined;
  // A provider that was asked for a new sign-in can only have a slow clock. Any other one may continue a session in which a
  // password has just renewed `auth_time` (measured on Keycloak), so there is no tolerance.
  const isNew = signedInAt >= askedAt || maxAge === 0;
  return { at: isNew ? Math.min(signedInAt, now) : undefined };
}

/** Whether the sign-in is as recent as asked; `since` and `now` are in seconds. */
export function isSignedInSince(claims: FactorClaims, since: number, now: number): boolean {
  const signedInAt = signInTimeIn(claims);
  return signedInAt !== undefined && signedInAt >= since - clockSlackSeconds && !isInFuture(claims, now);
}

function isAccepted({ acr, amr }: FactorClaims, { acrValues, amrValues }: UpstreamSecondFactor): boolean {
  if (typeof acr === 'string' && acrValues.includes(acr)) return true;
  return Array.isArray(amr) && amr.some((method) => typeof method === 'string' && amrValues.includes(method));
}

function isInFuture(claims: FactorClaims, now: number): boolean {
  return (signInTimeIn(claims) ?? 0) > now + clockSlackSeconds;
}

function signInTimeIn({ auth_time: time }: FactorClaims): number | undefined {
  return typeof time === 'number' && Number.isFinite(time) ? Math.floor(time) : undefined;
}
