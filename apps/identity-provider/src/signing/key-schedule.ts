/** A signing key's place in time. Its state follows from when it signs and when its successor does; nothing else is stored. */
export interface Scheduled {
  readonly createdAt: Date;
  readonly signsFrom: Date;
}

export interface KeySchedule<Key> {
  /** Signs now. */
  readonly signing: Key;
  /** What the key set shows, the signing key first. */
  readonly published: readonly Key[];
}

/** How long an access token lives. */
export const tokenLifetimeSeconds = 600;

/**
 * How long a key is published before it signs: longer than verifiers keep a key set, so that nobody meets a token whose
 * key he has never seen.
 */
export const publishedAheadMs = 60 * 60_000;

/** How long a key stays published after its last token has expired: for processes and verifiers whose clocks are late. */
const graceMs = 10 * 60_000;

/**
 * Who signs and who is published at a time: upcoming keys, the signing one (the latest whose time has come), and retired
 * ones until every token that they signed has expired. Undefined when no key's time has come.
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

/** Keys that nothing needs any more. */
export function keysOver<Key extends Scheduled>(keys: readonly Key[], now: Date): Key[] {
  return keys.filter((key) => isOver(key, keys, now));
}

/** Whether it is time to publish the next key, so that it can take over after `lifetimeMs`. */
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
