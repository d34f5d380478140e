// The fixed texts of layout 1. Issued certificates are checked against them, so they never change, even when pages and mails
// change their wording. Other words need a new layout with its own number.

export const pageLayout = 1;

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
