import { type DomainProblem } from './domain-directory.port';
import { type RecordAnswer } from './proof-after-answer';
import { type TxtResolver } from './txt-resolver.port';

/** How long a challenge can prove a domain. */
export const challengeDays = 7;

/** The name of the TXT record that proves a domain. */
export function recordNameOf(name: string): string {
  return `_governance-challenge.${name}`;
}

/**
 * The text of the TXT record: what it proves, and for which organization, before a random text. A record that was published for
 * one purpose proves nothing else. Earlier releases published the random text alone; it is stored whole, and still counts.
 */
export function recordValueOf(proves: 'certificate' | { readonly orgId: string }, random: string): string {
  return proves === 'certificate'
    ? `governance-certificate=${random}`
    : `governance-organization=${encodeURIComponent(proves.orgId)}:${random}`;
}

interface Challenged {
  readonly name: string;
  /** The whole text of the record. */
  readonly challenge: string;
}

/** Why the record does not prove a domain now; undefined if it does. */
export async function recordProblem(
  resolver: TxtResolver,
  { name, challenge }: Challenged,
): Promise<DomainProblem | undefined> {
  const texts = await resolver.resolve(recordNameOf(name)).catch(() => undefined);
  if (texts === undefined) return 'lookup_failed';
  if (texts.includes(challenge)) return undefined;
  return texts.length === 0 ? 'record_missing' : 'record_differs';
}

/** What the DNS says about the record of a proven domain. */
export async function recordAnswer(resolver: TxtResolver, domain: Challenged): Promise<RecordAnswer> {
  const problem = await recordProblem(resolver, domain);
  if (problem === undefined) return 'present';
  return problem === 'lookup_failed' ? 'unknown' : 'missing';
}
