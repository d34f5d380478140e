import { RuleViolation } from '@governance/kernel';
import { parseRfc3339 } from '../rfc3339';
import { type M2mCredential } from './credential';

/** The requested values, as texts. */
export interface CredentialFilterRequest {
  readonly name: string | undefined;
  readonly expiresBefore: string | undefined;
  readonly used: string | undefined;
}

/** What the listed credentials have in common; undefined for any value. */
export interface CredentialFilter {
  /** Part of the name, in any case. */
  readonly name: string | undefined;
  /** Later than the expiry. A credential that never expires does not match. */
  readonly expiresBefore: Date | undefined;
  /** Whether the machine has ever called. */
  readonly used: boolean | undefined;
}

export const everyCredential: CredentialFilter = {
  name: undefined,
  expiresBefore: undefined,
  used: undefined,
};

/** As long as the name of a credential may be. */
const longestName = 100;

/** The filter of a request. Throws `RuleViolation`. */
export function checkCredentialFilter({
  name,
  expiresBefore,
  used,
}: CredentialFilterRequest): CredentialFilter {
  return {
    name: checkPart(name),
    expiresBefore: checkTime(expiresBefore),
    used: checkUsed(used),
  };
}

export function matchesCredentialFilter(
  { name, expiresAt, lastUsedAt }: Pick<M2mCredential, 'name' | 'expiresAt' | 'lastUsedAt'>,
  filter: CredentialFilter,
): boolean {
  return (
    (filter.name === undefined || name.toLowerCase().includes(filter.name.toLowerCase())) &&
    (filter.expiresBefore === undefined || (expiresAt !== undefined && expiresAt < filter.expiresBefore)) &&
    (filter.used === undefined || (lastUsedAt !== undefined) === filter.used)
  );
}

function checkPart(name: string | undefined): string | undefined {
  if (name !== undefined && (name.length > longestName || /\p{Cc}/u.test(name) || !name.isWellFormed())) {
    throw new RuleViolation(
      `name must have at most ${longestName} characters, none of them a control character`,
    );
  }
  // As names are stored.
  return name?.normalize('NFC');
}

function checkTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseRfc3339(text);
  if (time === undefined) throw new RuleViolation('expires_before must be an RFC 3339 timestamp');
  return time;
}

function checkUsed(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'true' && text !== 'false') throw new RuleViolation('used must be true or false');
  return text === 'true';
}
