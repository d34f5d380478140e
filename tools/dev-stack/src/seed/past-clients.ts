import { emptyClient, type OrgClientDetails } from '@governance/assessments';

/** An assessment, and how many in ten of its answers are below "Yes". */
export interface PastAssessment {
  readonly monthsAgo: number;
  readonly openInTen: number;
}

export interface PastClient {
  readonly details: OrgClientDetails & { readonly name: string };
  readonly assessments: readonly PastAssessment[];
}

/** The clients of an organization, with 30 assessments of two years: months ago, and how many in ten answers are below "Yes". */
export const pastClients: readonly PastClient[] = [
  client('Globex Ltd', 'Eva Muster', {
    tags: ['gold', 'healthcare'],
    past: { 24: 8, 18: 6, 12: 4, 5: 2 },
  }),
  client('Initech GmbH', 'Peter Gibbons', {
    tags: ['finance', 'gold'],
    past: { 23: 5, 16: 5, 10: 3, 3: 1 },
  }),
  client('Umbrella Pharma', 'Alice Abernathy', {
    tags: ['healthcare'],
    past: { 22: 3, 14: 4, 8: 6 },
    memberIds: ['usr_acme_engineer'],
  }),
  client('Stark Logistics', 'Ned Summer', {
    tags: ['silver', 'transport'],
    past: { 21: 9, 12: 7, 4: 4 },
  }),
  client('Wayne Foundation', 'Lucius Fox', {
    tags: ['charity', 'gold'],
    past: { 20: 2, 11: 1, 2: 0 },
  }),
  client('Hooli Media', 'Gavin Belson', {
    tags: ['media', 'silver'],
    past: { 19: 4, 11: 4, 1: 5 },
    memberIds: ['usr_acme_admin'],
  }),
  client('Vandelay Imports', 'Art Vandelay', {
    tags: ['transport'],
    past: { 17: 7, 9: 6, 1: 3 },
  }),
  client('Soylent Foods', 'Richard Thorn', {
    tags: ['food', 'silver'],
    past: { 15: 9, 7: 8 },
  }),
  client('Café Zürich', 'Ursula Meier', {
    tags: ['food'],
    past: { 13: 6, 6: 3 },
  }),
  client('Tyrell Robotics', 'Rachael Tyrell', {
    tags: ['gold', 'industry'],
    past: { 14: 1, 2: 1 },
  }),
  client('Massive Dynamic', 'Nina Sharp', { tags: ['industry'], past: { 7: 5 } }),
  client('Blue Sun Travel', undefined, { tags: ['transport'], past: {} }),
].map(({ details, assessments }, index) => ({
  details: { ...details, reference: `CW-${1_001 + index}` },
  assessments,
}));

function client(
  name: string,
  contactName: string | undefined,
  {
    tags,
    past,
    memberIds = [],
  }: {
    readonly tags: readonly string[];
    readonly memberIds?: readonly string[];
    readonly past: Readonly<Record<number, number>>;
  },
): PastClient {
  const [first = ''] = name
    .normalize('NFKD')
    .replace(/[^ \w]/g, '')
    .toLowerCase()
    .split(' ');
  const domain = `${first}.example`;
  const contact = contactName?.split(' ')[0]?.toLowerCase();
  return {
    details: {
      ...emptyClient,
      name,
      domain,
      tags,
      memberIds,
      contactName,
      contactEmail: contact && `${contact}@${domain}`,
    },
    assessments: Object.entries(past).map(([monthsAgo, openInTen]) => ({
      monthsAgo: Number(monthsAgo),
      openInTen,
    })),
  };
}
