import { type Caller, type StepUpClaims } from '../caller/caller';
import { parseRfc3339 } from '../rfc3339';
import { type Gate, type StepUpPolicy } from './operation';

/** `maxAgeSeconds` is the window that the next sign-in must satisfy (spec 7.2). */
export type StepUpDecision =
  { readonly required: false } | { readonly required: true; readonly maxAgeSeconds: number };

/** A requested write. */
export interface GatedWrite {
  readonly gate: Gate;
  readonly policy: StepUpPolicy;
  readonly now: Date;
}

const notRequired: StepUpDecision = { required: false };
/** Used when the organization's own window cannot be read. */
const fallbackMaxAgeSeconds = 300;
const clockSkewMs = 60_000;

/** Whether the caller must sign in again with a second factor before the write (spec 5.3). */
export function stepUp(caller: Caller, { gate, policy, now }: GatedWrite): StepUpDecision {
  // spec 5.3.2: machine callers are never asked to step up.
  if (caller.kind === 'machine' || !policy.gated.has(gate)) return notRequired;
  const ofPolicy = caller.stepUp.window === 'policy';
  const window = ofPolicy ? policy.windowSeconds : caller.stepUp.mfaMaxAge;
  // spec 5.3.3: no window in the token, no step-up. A policy without a window fails closed.
  if (!ofPolicy && (window === undefined || window === 0)) return notRequired;
  if (!isWindow(window)) return { required: true, maxAgeSeconds: fallbackMaxAgeSeconds };
  const ageMs = secondFactorAgeMs(caller.stepUp, now);
  return ageMs !== undefined && ageMs <= window * 1_000
    ? notRequired
    : { required: true, maxAgeSeconds: window };
}

/** The age of the caller's second factor, for the audit trail; undefined when there is none. */
export function secondFactorAgeSeconds(caller: Caller, now: Date): number | undefined {
  const ageMs = caller.kind === 'person' ? secondFactorAgeMs(caller.stepUp, now) : undefined;
  return ageMs === undefined ? undefined : Math.max(0, Math.floor(ageMs / 1_000));
}

function isWindow(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Undefined when the claim is absent, malformed, or further in the future than the clock tolerance. */
function secondFactorAgeMs({ mfaAt }: StepUpClaims, now: Date): number | undefined {
  const atMs = momentMs(mfaAt);
  if (atMs === undefined) return undefined;
  const ageMs = now.getTime() - atMs;
  return ageMs >= -clockSkewMs ? ageMs : undefined;
}

function momentMs(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value * 1_000 : undefined;
  return typeof value === 'string' ? parseRfc3339(value)?.getTime() : undefined;
}
