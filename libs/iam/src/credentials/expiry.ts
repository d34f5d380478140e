const dayMs = 86_400_000;

/** The requested lifetime of a secret or key. */
export interface StatedExpiry {
  readonly validForDays: number | undefined;
  readonly expiresAt: Date | undefined;
}

/**
 * The expiry of a secret or key that starts at `from`; undefined for none. spec 2.9: `expiresAt` takes precedence, 0 days mean no
 * expiry. A day has 86400 seconds.
 */
export function expiryOf({ validForDays, expiresAt }: StatedExpiry, from: Date): Date | undefined {
  if (expiresAt !== undefined) return expiresAt;
  return validForDays ? new Date(from.getTime() + validForDays * dayMs) : undefined;
}

/** The expiry of the new secret or key after a rotation: the requested one, otherwise the days set at creation, otherwise none. */
export function expiryAfterRotation(
  stated: StatedExpiry,
  { validForDays }: { readonly validForDays: number | undefined },
  now: Date,
): Date | undefined {
  const statesNothing = stated.expiresAt === undefined && stated.validForDays === undefined;
  return expiryOf(statesNothing ? { validForDays, expiresAt: undefined } : stated, now);
}

/** The earlier of two ends; undefined is no end. */
export function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

/** The end of an overlap that starts at `now`; undefined for none, as the contract has it (spec 4.2). */
export function overlapEnd(seconds: number | undefined, now: Date): Date | undefined {
  return seconds ? new Date(now.getTime() + seconds * 1_000) : undefined;
}
