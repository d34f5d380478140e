/** The schedule of a signing key. Its state follows from its start and its successor's start; no state is stored. */
export interface Scheduled {
  readonly createdAt: Date;
  readonly signsFrom: Date;
}

export interface KeySchedule<Key> {
  readonly signing: Key;
  /** The keys in the key set, active key first. */
  readonly published: readonly Key[];
}

export const tokenLifetimeSeconds = 600;

/**
 * The time between publishing a key and signing with it: longer than verifiers cache a key set, so that every verifier
 * knows the key before its first token.
 */
export const publishedAheadMs = 60 * 60_000;

/** The time that a key stays published after its last token expires, for processes and verifiers whose clocks are late. */
const graceMs = 10 * 60_000;

/**
 * The signing key and the published keys at a time. Published are upcoming keys, the signing key (the latest that has
 * started), and retired keys until all their tokens have expired. Undefined when no key has started.
 */
export function scheduleOf<Key extends Scheduled>(
  keys: readonly Key[],
  now: Date,
): KeySchedule<Key> | undefined {
  const newestFirst = keys.toSorted((one, other) => other.signsFrom.getTime() - one.signsFrom.getTime());
  const signing = newestFirst.find(({ signsFrom }) => signsFrom <= now);
  if (!signing) return undefined;
  const others = newestFirst.filter((key) => key !== signing && !isOver(key, newestFirst, now));
  return { signing, published: [signing, ...others] };
}

/** Keys that are no longer needed. */
export function keysOver<Key extends Scheduled>(keys: readonly Key[], now: Date): Key[] {
  return keys.filter((key) => isOver(key, keys, now));
}

/** Whether the next key must be published now, to take over after `lifetimeMs`. */
export function needsSuccessor(keys: readonly Scheduled[], now: Date, lifetimeMs: number): boolean {
  const latest = Math.max(...keys.map(({ signsFrom }) => signsFrom.getTime()));
  return now.getTime() >= latest + lifetimeMs - publishedAheadMs;
}

function isOver(key: Scheduled, keys: readonly Scheduled[], now: Date): boolean {
  const successors = keys.filter(({ signsFrom }) => signsFrom > key.signsFrom && signsFrom <= now);
  if (successors.length === 0) return false;
  const stoppedSigning = Math.min(...successors.map(({ signsFrom }) => signsFrom.getTime()));
  return now.getTime() > stoppedSigning + tokenLifetimeSeconds * 1000 + graceMs;
}
