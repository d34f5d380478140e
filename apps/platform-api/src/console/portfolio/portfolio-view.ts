import { answerInWords, daysInWords, modeInWords } from '@governance/assessments';
import { type PlatformTypes } from '@governance/client';
import { type Answer, publishedRubrics, type Tier } from '@governance/rubric';
import { dayInWords } from '../moments';

type Schemas = PlatformTypes['schemas'];
export type Portfolio = Schemas['Portfolio'];
export type PortfolioClient = Schemas['PortfolioClient'];

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function portfolioView({ tiers, renewals, shared_gaps: gaps, ...counts }: Portfolio) {
  const { clients, assessed, overdue, launch_allowed: ready } = counts;
  return {
    clients,
    assessed,
    unassessed: clients - assessed,
    ready,
    overdue,
    tiers: tiers.map(({ tier, clients: inTier }) => ({ tier, heat: tier.toLowerCase(), clients: inTier })),
    renewals: renewals.map((renewal) => ({
      month: month.format(new Date(`${renewal.month}-01`)),
      clients: renewal.clients,
    })),
    gaps: gaps.map((gap) => ({
      title: gap.title,
      action: gap.action,
      clients: gap.clients,
      effort: daysInWords(gap.effort_days),
      blocked: gap.blocked_launches > 0 ? gap.blocked_launches : undefined,
    })),
  };
}

/** A line of the heat map, with a cell for each of the domains. */
export function portfolioRow(client: PortfolioClient, domains: Portfolio['domains']) {
  const scores = new Map(client.domains.map((domain) => [domain.id, domain]));
  return {
    clientId: client.client_id,
    resultId: client.result_id,
    client: labelOf(client),
    mode: modeInWords[client.mode],
    submitted: dayInWords(new Date(client.created_at)),
    score: client.overall_score,
    tier: client.tier,
    heat: client.tier.toLowerCase(),
    change: changeInWords(client.score_change),
    cells: domains.map(({ id, title }) => {
      const domain = scores.get(id);
      if (!domain) return { title, score: undefined };
      const { score, change } = domain;
      return { title, score, heat: tierOfScore(score).toLowerCase(), change: changeInWords(change) };
    }),
    improved: client.improved.map(stepInWords),
    worsened: client.worsened.map(stepInWords),
    next: client.next_step
      ? {
          title: client.next_step.title,
          action: client.next_step.action,
          effort: daysInWords(client.next_step.effort_days),
          blocks: client.next_step.blocks_launch,
        }
      : undefined,
  };
}

/** Names end with the retention period: what else is known tells the client. */
export function labelOf({
  client_name: name,
  reference,
  domain,
}: Pick<PortfolioClient, 'client_name' | 'reference' | 'domain'>): string {
  return name ?? reference ?? domain ?? 'Client without a name';
}

/** A score has the colour of the tier that an overall score of this height has. */
export function tierOfScore(score: number): Tier {
  const [lowest, ...higher] = publishedRubrics.current.tiers;
  return higher.reduce<Tier>((reached, { id, min }) => (score >= min ? id : reached), lowest.id);
}

/** With a sign, for a column of figures, and in words for those who hear it. */
function changeInWords(change: number | null): { sign: string; words: string } | undefined {
  if (change === null || change === 0) return undefined;
  const size = Math.abs(change);
  return change > 0
    ? { sign: `+${size}`, words: `${size} higher than before` }
    : { sign: `−${size}`, words: `${size} lower than before` };
}

function stepInWords({ title, before, now }: PortfolioClient['improved'][number]): string {
  return `${title}: ${answerInWords[before as Answer]} → ${answerInWords[now as Answer]}`;
}
