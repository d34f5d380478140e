const dayMs = 86_400_000;

/** What a request says of a key's life. */
export interface StatedExpiry {
  readonly validForDays: number | undefined;
  readonly expiresAt: Date | undefined;
}

/**
 * When a key ends that starts at `from`; undefined when never. spec 2.9: `expiresAt` takes precedence, 0 days mean no
 * expiry. A day is 86400 seconds.
 */
export function expiryOf({ validForDays, expiresAt }: StatedExpiry, from: Date): Date | undefined {
  if (expiresAt !== undefined) return expiresAt;
  return validForDays ? new Date(from.getTime() + validForDays * dayMs) : undefined;
}

/** When the new key of a rotation ends: what it states, else the days from creation counted anew, else never. */
export function expiryAfterRotation(
  stated: StatedExpiry,
  { validForDays }: { readonly validForDays: number | undefined },
  now: Date,
): Date | undefined {
  const statesNothing = stated.expiresAt === undefined && stated.validForDays === undefined;
  return expiryOf(statesNothing ? { validForDays, expiresAt: undefined } : stated, now);
}
