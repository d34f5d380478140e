import { RuleViolation } from '@governance/kernel';
import { type OrgClient } from './org-client';

export const longestSearch = 200;
export const mostSearchWords = 8;

/** Words by which a client is found, each in one of the sets: in the first of those that it belongs to. */
export interface ClientWords {
  readonly own: ReadonlySet<string>;
  /** Of the name that a result declares. They end with it. */
  readonly ofResult: ReadonlySet<string>;
  /** They end with the contact. */
  readonly ofContact: ReadonlySet<string>;
}

/** Latin, Greek and Cyrillic accents. The marks of other scripts are part of their letters. */
const accents = /[\u0300-\u036F]+/g;
const separators = /[^\p{L}\p{N}\p{M}]+/u;

/**
 * The words of a text, each once, without case, accents and width. All else than letters and digits separates words, so that an
 * address or a reference is found by its parts.
 */
export function wordsOf(text: string): ReadonlySet<string> {
  // Upper case first: it writes a sharp s as two letters.
  const plain = text.toUpperCase().toLowerCase().normalize('NFKD').replace(accents, '');
  return new Set(plain.split(separators).filter((word) => word !== ''));
}

export function clientWords(client: Omit<OrgClient, 'id' | 'createdAt' | 'updatedAt'>): ClientWords {
  const { name, declaredName, reference, domain, contactName, contactEmail } = client;
  const own = wordsOf([name, reference, domain].join(' '));
  const declared = name === undefined ? declaredName : undefined;
  const ofResult = without(own, wordsOf(declared ?? ''));
  const ofContact = without(ofResult, without(own, wordsOf([contactName, contactEmail].join(' '))));
  return { own, ofResult, ofContact };
}

function without(known: ReadonlySet<string>, words: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !known.has(word)));
}

/** The words of a condition. Throws `RuleViolation`. */
export function checkWords(condition: string, text: string): ReadonlySet<string> {
  const words = text.length > longestSearch ? new Set<string>() : wordsOf(text);
  if (words.size === 0 || words.size > mostSearchWords) {
    throw new RuleViolation(
      `${condition} must have 1 to ${mostSearchWords} words, in at most ${longestSearch} characters`,
    );
  }
  return words;
}
