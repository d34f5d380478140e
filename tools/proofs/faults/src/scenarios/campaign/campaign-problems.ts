import { grouped } from '../../checker/finding';
import { type AcceptedMail } from '../../history/final-state';

/** The number of a client, from 1. Its answers encode it. */
export function addressOf(client: number): string {
  return `contact-${client}@example.com`;
}

export interface CampaignEvidence {
  readonly clients: number;
  readonly mails: readonly AcceptedMail[];
  /** By the id of a delivery. */
  readonly kinds: ReadonlyMap<string, string>;
  /** Each attached result: the client that it is attached to, and the one that its answers encode. */
  readonly attached: readonly { readonly client: number; readonly answeredAs: number }[];
  /** Stored results, and audit events of attachments. */
  readonly results: number;
  readonly events: number;
}

const expected = 'campaign-invitation, campaign-reminder, completion';

/** What each client must have got and given: one mail of each kind, and one result of its own. Copies of one delivery are judged elsewhere. */
export function campaignProblems(evidence: CampaignEvidence): readonly string[] {
  const { clients, attached, results, events } = evidence;
  const counts = [
    [attached.length, 'results are attached'],
    [results, 'results are stored'],
    [events, 'audit events of attachments'],
  ] as const;
  return [
    ...wrongMails(evidence),
    ...wrongResults(evidence),
    ...counts.filter(([count]) => count !== clients).map(([count, what]) => `${count} ${what}`),
  ];
}

function wrongMails({ clients, mails, kinds }: CampaignEvidence): readonly string[] {
  const received = grouped(mails, ({ recipient }) => recipient);
  return numbers(clients).flatMap((client) => {
    const deliveries = new Set(received.get(addressOf(client))?.map(({ delivery }) => delivery));
    const got = [...deliveries].map((id) => kinds.get(id) ?? 'unknown').toSorted();
    return got.join(', ') === expected ? [] : [`${addressOf(client)} got ${got.join(', ') || 'nothing'}`];
  });
}

function wrongResults({ clients, attached }: CampaignEvidence): readonly string[] {
  const given = grouped(attached, ({ client }) => String(client));
  return numbers(clients).flatMap((client) => {
    const own = (given.get(String(client)) ?? []).map(({ answeredAs }) => answeredAs).join(', ');
    return own === String(client) ? [] : [`client ${client} has the results of ${own || 'no client'}`];
  });
}

/** From 1. */
export function numbers(clients: number): number[] {
  return Array.from({ length: clients }, (_, index) => index + 1);
}
