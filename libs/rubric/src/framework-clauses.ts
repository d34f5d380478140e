/** A framework whose parts can be listed. */
export interface ListedFramework {
  readonly name: string;
  /** What its parts are, in the plural. */
  readonly parts: string;
  readonly ids: readonly string[];
}

/**
 * The parts of the frameworks that gap reports list, in their own order. Ids only: the texts are their publishers'. A spec
 * checks that every reference of a published rubric to them is one of these parts.
 */
export const listedFrameworks: Readonly<Record<string, ListedFramework>> = {
  'iso-iec-42001-2023': {
    name: 'ISO/IEC 42001',
    parts: 'clauses and controls',
    ids: [
      ...numbered('4.', 4),
      ...numbered('5.', 3),
      ...numbered('6.', 3),
      ...numbered('7.', 5),
      ...numbered('8.', 4),
      ...numbered('9.', 3),
      ...numbered('10.', 2),
      ...numbered('A.2.', 4, 2),
      ...numbered('A.3.', 3, 2),
      ...numbered('A.4.', 6, 2),
      ...numbered('A.5.', 5, 2),
      ...numbered('A.6.1.', 3, 2),
      ...numbered('A.6.2.', 8, 2),
      ...numbered('A.7.', 6, 2),
      ...numbered('A.8.', 5, 2),
      ...numbered('A.9.', 4, 2),
      ...numbered('A.10.', 4, 2),
    ],
  },
  'nist-ai-rmf-1.0': {
    name: 'NIST AI RMF',
    parts: 'subcategories',
    ids: [
      ...categories('GOVERN', [7, 3, 2, 3, 2, 2]),
      ...categories('MAP', [6, 3, 5, 2, 2]),
      ...categories('MEASURE', [3, 13, 3, 3]),
      ...categories('MANAGE', [4, 4, 2, 3]),
    ],
  },
  'eu-ai-act': { name: 'EU AI Act', parts: 'articles', ids: numbered('Art. ', 113) },
};

/** The part that a reference is in: "Art. 26" for "Art. 26(9)". */
export function partOf(reference: string): string {
  return reference.replace(/\(.*$/, '');
}

function numbered(prefix: string, last: number, first = 1): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `${prefix}${first + index}`);
}

function categories(name: string, sizes: readonly number[]): string[] {
  return sizes.flatMap((size, index) => numbered(`${name} ${index + 1}.`, size));
}
