// The fixed texts of printed pages. Issued certificates are checked against the texts of their layout, so no text of a layout
// changes, even when pages and mails change their wording. Other words need a new layout with its own number.

/** The newest layout: of certificates that are in the public log. */
export const logLayout = 5;

/** The layout of certificates that are not in it: issued before the log began, or by an issuer without one. */
export const unloggedLayout = 4;

/** The layout in which a certificate is printed today. */
export function pageLayoutOf({ logEntry }: { readonly logEntry?: number | undefined }): 4 | 5 {
  return logEntry === undefined ? unloggedLayout : logLayout;
}

/** The former layout of certificates that show what is known of their holder; 1 and 2 are of the others. */
export const holderLayout = 3;

/** The words that differ between the layouts. */
export interface LayoutWords {
  readonly allowed: string;
  readonly refused: string;
  /** Beside a domain score below the minimum. */
  readonly low: string;
  /** Between "Scored by the service from the answers given" and `proof`. */
  readonly limits: string;
  /** Behind `limits`, if the page shows no holder. */
  readonly anonymous?: string;
  readonly proof: string;
}

/** By the number in `result.json`. */
export const layouts = {
  1: {
    allowed: 'Launch allowed',
    refused: 'Launch refused',
    low: 'below floor',
    limits: ', which nobody has examined. No organization is recorded:',
    proof: 'ask the holder to show that this certificate is theirs.',
  },
  2: {
    allowed: 'Ready to launch',
    refused: 'Not ready to launch',
    low: 'below minimum',
    limits: ', which were not checked. This certificate does not name its holder:',
    proof: 'ask the holder to prove that it is theirs.',
  },
  3: {
    allowed: 'Ready to launch',
    refused: 'Not ready to launch',
    low: 'below minimum',
    limits: ', which were not checked.',
    proof: 'Ask the holder to prove that it is theirs.',
  },
  4: {
    allowed: 'Ready to launch',
    refused: 'Not ready to launch',
    low: 'below minimum',
    limits: ', which were not checked.',
    anonymous: ' This certificate does not name its holder.',
    proof: 'Ask the holder to prove that it is theirs.',
  },
  5: {
    allowed: 'Ready to launch',
    refused: 'Not ready to launch',
    low: 'below minimum',
    limits: ', which were not checked.',
    anonymous: ' This certificate does not name its holder.',
    proof: 'Ask the holder to prove that it is theirs.',
  },
} as const satisfies Readonly<Record<number, LayoutWords>>;

export const modes = ['msp-self', 'client-on-behalf'] as const;
export type Mode = (typeof modes)[number];

export const tiers = ['Critical', 'Developing', 'Progressing', 'Ready'] as const;

export const heading =
  'AI Governance Assessment Self-assessment, not an audit Certificate of Self-Assessment';

export const statements: Readonly<Record<Mode, string>> = {
  'msp-self':
    'This certifies that a managed service provider assessed its own governance of artificial intelligence, and of the ' +
    'services that it gives to all its clients, with the result shown here.',
  'client-on-behalf':
    'This certifies that a managed service provider assessed, on behalf of one client, that client’s governance of ' +
    'artificial intelligence, with the result shown here.',
};

/** What a certificate may show of its holder. */
interface Holder {
  readonly organizationName?: string | undefined;
  readonly domain?: object | undefined;
}

export function showsHolder({ organizationName, domain }: Holder): boolean {
  return organizationName !== undefined || domain !== undefined;
}

/** Around the name of the holder's organization, from layout 3 on. */
export const organizationWords = {
  label: 'Organization',
  origin: '(declared by the holder, not checked)',
} as const;

/** Around the proven domain of the holder and its date, from layout 3 on. */
export const domainWords = {
  label: 'Domain',
  before: 'Controlled by',
  after: 'proven to the issuer on',
} as const;

/** The last line of a certificate that is in the public log. */
export function logEntryInWords(entry: number): string {
  return `Entry ${entry} of the public log`;
}

export const modeInWords: Readonly<Record<Mode, string>> = {
  'msp-self': 'The provider assesses itself',
  'client-on-behalf': 'On behalf of one client',
};

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** "20 November 2026", in UTC. */
export function dayInWords(date: Date): string {
  return day.format(date);
}

/** Twelve months after the date of issue, or the last day of that month where the same day does not exist. */
export function renewBy(issuedAt: Date): Date {
  const later = new Date(issuedAt);
  later.setUTCMonth(later.getUTCMonth() + 12);
  if (later.getUTCDate() !== issuedAt.getUTCDate()) later.setUTCDate(0);
  return later;
}
