import { type OrgClientDetails } from './org-client';

/** Words by which a client is found. Those of the contact end with the contact. */
export interface ClientWords {
  readonly own: ReadonlySet<string>;
  /** Without those that are the client's own, too. */
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

export function clientWords(client: OrgClientDetails): ClientWords {
  const { name, reference, domain, contactName, contactEmail } = client;
  const own = wordsOf([name, reference, domain].join(' '));
  const ofContact = [...wordsOf([contactName, contactEmail].join(' '))].filter((word) => !own.has(word));
  return { own, ofContact: new Set(ofContact) };
}
