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

/** The clients of an organization, with 30 assessments of two years. A list of pairs has months ago and answers in ten below "Yes". */
export const pastClients: readonly PastClient[] = [
  client('Globex Ltd', 'Eva Muster', ['gold', 'healthcare'], [24, 8], [18, 6], [12, 4], [5, 2]),
  client('Initech GmbH', 'Peter Gibbons', ['finance', 'gold'], [23, 5], [16, 5], [10, 3], [3, 1]),
  client('Umbrella Pharma', 'Alice Abernathy', ['healthcare'], [22, 3], [14, 4], [8, 6]),
  client('Stark Logistics', 'Ned Summer', ['silver', 'transport'], [21, 9], [12, 7], [4, 4]),
  client('Wayne Foundation', 'Lucius Fox', ['charity', 'gold'], [20, 2], [11, 1], [2, 0]),
  client('Hooli Media', 'Gavin Belson', ['media', 'silver'], [19, 4], [11, 4], [1, 5]),
  client('Vandelay Imports', 'Art Vandelay', ['transport'], [17, 7], [9, 6], [1, 3]),
  client('Soylent Foods', 'Richard Thorn', ['food', 'silver'], [15, 9], [7, 8]),
  client('Café Zürich', 'Ursula Meier', ['food'], [13, 6], [6, 3]),
  client('Tyrell Robotics', 'Rachael Tyrell', ['gold', 'industry'], [14, 1], [2, 1]),
  client('Massive Dynamic', 'Nina Sharp', ['industry'], [7, 5]),
  client('Blue Sun Travel', undefined, ['transport']),
].map(({ details, assessments }, index) => ({
  details: { ...details, reference: `CW-${1_001 + index}` },
  assessments,
}));

function client(
  name: string,
  contactName: string | undefined,
  tags: readonly string[],
  ...assessments: readonly (readonly [monthsAgo: number, openInTen: number])[]
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
      contactName,
      contactEmail: contact && `${contact}@${domain}`,
    },
    assessments: assessments.map(([monthsAgo, openInTen]) => ({ monthsAgo, openInTen })),
  };
}
