import { toHalfWidth } from '@governance/deliveries';
import { parse } from 'tldts';

export const organizationNameLength = { least: 2, most: 100 } as const;

export type OrganizationNameProblem = 'length' | 'characters' | 'domain' | 'address';

/**
 * What the fonts of the certificate print: Latin letters with their accents, digits and common signs. Another character would
 * be printed as a box, and the printed page would not match its data. The letters are those of "Source Serif 4" in its packages
 * `latin`, `latin-ext` and `vietnamese`.
 */
const letters = [
  String.raw`\u00A1-\u00AC\u00AE-\u017F\u018F\u0192\u01A0\u01A1\u01AF\u01B0\u01CD-\u01DC\u01E6\u01E7\u01F8\u01F9\u0218-\u021B\u0259`,
  String.raw`\u1E0C-\u1E0F\u1E20\u1E21\u1E24\u1E25\u1E2A\u1E2B\u1E36-\u1E3B\u1E3E\u1E3F\u1E42-\u1E49\u1E5A-\u1E63\u1E6C-\u1E6F`,
  String.raw`\u1E80-\u1E85\u1E8E\u1E8F\u1E92\u1E93\u1E9E\u1EA0-\u1EF9`,
].join('');
const signs = String.raw` -~\u2013\u2014\u2018\u2019\u201C-\u201E\u2026\u20AC\u2122`;
const printable = new RegExp(`^[${signs}${letters}]*$`, 'u');

/** Two abbreviations of legal forms without a space, which look like a domain: `ltd` is one's ending. */
const legalForm = /^(?:co|pte|pty|pvt|sdn)\.(?:ltd|inc|llc|bhd)\.?$/i;

/**
 * The one form of a name: composed letters, single spaces, none at the ends. Look-alikes that word processors and keyboards
 * insert become the plain character: other spaces and hyphens, soft hyphens, full-width letters.
 */
export function canonicalOrganizationName(text: string): string {
  return toHalfWidth(text.normalize('NFC'))
    .replace(/[\u2010-\u2012\u2212]/g, '-')
    .replaceAll('\u00AD', '')
    .replace(/[ \u00A0\u2000-\u200A\u202F\u205F\u3000]+/g, ' ')
    .trim();
}

/** The first character that a certificate cannot print. */
export function unprintableIn(name: string): string | undefined {
  return Array.from(name).find((character) => !printable.test(character));
}

/** Why a certificate cannot show a canonical name as that of its holder; undefined if it can. */
export function organizationNameProblem(name: string): OrganizationNameProblem | undefined {
  const length = Array.from(name).length;
  if (length < organizationNameLength.least || length > organizationNameLength.most) return 'length';
  if (!printable.test(name)) return 'characters';
  // A declared domain would look like a proven one, and viewers turn addresses into links.
  const words = name.split(' ');
  if (words.length === 1 && !isLink(name) && isAddress(name)) return 'domain';
  return words.some(isAddress) ? 'address' : undefined;
}

function isLink(word: string): boolean {
  return /:\/\/|\S@\S|^www\.|\//i.test(word);
}

function isAddress(word: string): boolean {
  if (legalForm.test(word.replace(/,$/, ''))) return false;
  if (/:\/\/|\S@\S|^www\./i.test(word)) return true;
  const { domain, isIcann } = parse(word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return domain !== null && isIcann === true;
}
