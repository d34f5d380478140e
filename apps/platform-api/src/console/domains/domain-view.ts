import { type PlatformTypes } from '@governance/client';
import { dayInWords, momentInWords } from '../moments';

export type Domain = PlatformTypes['schemas']['Domain'];
type Connection = PlatformTypes['schemas']['Connection'];
type Problem = PlatformTypes['schemas']['DomainCheck']['problem'];

const weekMs = 7 * 24 * 60 * 60_000;

export type DomainRow = ReturnType<typeof domainRow>;

/** A line of the list. */
export function domainRow(domain: Domain, connections: readonly Connection[], now: Date) {
  const { name, connection_id: connectionId } = domain;
  return {
    name,
    connectionId: connectionId ?? undefined,
    // The name of the connection.
    connection: connections.find(({ id }) => id === connectionId)?.name,
    ...stateOf(domain, now),
  };
}

export type DomainDetails = ReturnType<typeof domainDetails>;

/** Everything that its own page shows. */
export function domainDetails(domain: Domain, connections: readonly Connection[], now: Date) {
  const { challenge, created_at: added, proven_at: proven } = domain;
  const ends = new Date(challenge.expires_at);
  return {
    ...domainRow(domain, connections, now),
    recordName: challenge.name,
    recordValue: challenge.value,
    // Until when the record can prove the domain.
    recordEnds: momentInWords(ends),
    // A domain that is not proven needs another record.
    hasExpired: proven === null && ends <= now,
    added: momentInWords(new Date(added)),
    proven: proven === null ? undefined : momentInWords(new Date(proven)),
  };
}

function stateOf(domain: Domain, now: Date) {
  const { proven_at: proven, missing_since: missing, lapsed_at: lapsed, challenge } = domain;
  if (proven !== null && missing !== null) return missingState(new Date(missing));
  if (proven !== null) {
    const about = `Since ${dayInWords(new Date(proven))}. The last answer of the DNS had the record.`;
    return { isProven: true, state: 'Proven', about, needsAttention: false };
  }
  const hasExpired = new Date(challenge.expires_at) <= now;
  const next = hasExpired ? 'Its record has expired: get another one.' : 'Publish its record, then check it.';
  if (lapsed === null)
    return { isProven: false, state: 'Not proven', about: next, needsAttention: hasExpired };
  const about = `The proof expired on ${dayInWords(new Date(lapsed))}, because the record was gone. ${next}`;
  return { isProven: false, state: 'Proof expired', about, needsAttention: true };
}

function missingState(since: Date) {
  const ends = dayInWords(new Date(since.getTime() + weekMs));
  const about = `Since ${dayInWords(since)}. Publish it again before ${ends}: the proof expires after seven days without it.`;
  return { isProven: true, state: 'Record missing', about, needsAttention: true };
}

/** What a check has found, and what to do. */
export interface CheckReport {
  readonly found: string;
  readonly advice: readonly string[];
}

const later =
  'The DNS can give its earlier answer for a time, often for an hour, so a new record is not found at once.';

const reports: Readonly<Record<NonNullable<Problem>, CheckReport>> = {
  record_missing: {
    found: 'There is no TXT record with this name.',
    advice: [
      'Publish the record below where you manage the DNS of the domain.',
      'Some DNS providers add the domain to each name by themselves. There, enter only the part before it.',
      later,
    ],
  },
  record_differs: {
    found: 'There is a TXT record with this name, but none has this value.',
    advice: [
      'Copy the value below without spaces or quotes. Other records with the same name can stay.',
      later,
    ],
  },
  lookup_failed: {
    found: 'The DNS did not answer, so nothing is known about the record.',
    advice: [
      'Wait a few minutes, then check again. If it fails again, check the name servers of the domain.',
    ],
  },
  challenge_expired: {
    found: 'The record has expired, and can no longer prove the domain.',
    advice: ['Get another record, publish it, then check again.'],
  },
};

const unknownProblem: CheckReport = {
  found: 'The record does not prove the domain.',
  advice: ['Compare the published record with the one below, then check again.'],
};

/** Undefined: the domain is proven. A later release may have other problems. */
export function checkReport(problem: Problem): CheckReport | undefined {
  if (problem === null) return undefined;
  return Object.hasOwn(reports, problem) ? reports[problem] : unknownProblem;
}
