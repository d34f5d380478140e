import { parse } from 'tldts';

export const organizationNameLength = { least: 2, most: 100 } as const;

export type OrganizationNameProblem = 'length' | 'characters' | 'address';

/**
 * What the fonts of the certificate print: Latin letters with their accents, digits and common signs. Another character would
 * be printed as a box, and the printed page would not match its data.
 */
const printable =
  /^[ -~\u00A1-\u00AC\u00AE-\u017F\u0218-\u021B\u1E80-\u1E85\u1E9E\u2013\u2014\u2018\u2019\u201C-\u201E\u2026\u20AC\u2122]*$/u;

/** The one form of a name: composed letters, single spaces, none at the ends. */
export function canonicalOrganizationName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[ \u00A0]+/g, ' ')
    .trim();
}

/** Why a certificate cannot show a canonical name as that of its holder; undefined if it can. */
export function organizationNameProblem(name: string): OrganizationNameProblem | undefined {
  const length = Array.from(name).length;
  if (length < organizationNameLength.least || length > organizationNameLength.most) return 'length';
  if (!printable.test(name)) return 'characters';
  // A declared domain would look like a proven one, and viewers turn addresses into links.
  return name.split(' ').some(isAddress) ? 'address' : undefined;
}

function isAddress(word: string): boolean {
  if (/:\/\/|\S@\S|^www\./i.test(word)) return true;
  const { domain, isIcann } = parse(word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return domain !== null && isIcann === true;
}
