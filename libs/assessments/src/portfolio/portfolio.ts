import {
  type Mode,
  publishedRubrics,
  type RubricDomain,
  type RubricCatalogue,
  type Tier,
  tiers,
} from '@governance/rubric';
import { answersOf } from './answer-levels';
import { type JoinedLevels, type SharedGap, sharedGaps } from './shared-gaps';

/** Newest results of clients that agree in all that a portfolio counts by. */
export interface ResultGroup {
  readonly rubricVersion: string;
  readonly mode: Mode;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
  /** The month in which they are due for renewal, such as `2027-03`, in UTC. */
  readonly renewalMonth: string;
  /** Whether the date of renewal has passed. */
  readonly isOverdue: boolean;
  readonly results: number;
  /** Their `AnswerLevels`, one after the other. */
  readonly levels: string;
}

/** What is stored of an organization's clients, as counted: archived ones are left out. */
export interface PortfolioCounts {
  readonly clients: number;
  readonly groups: readonly ResultGroup[];
}

/** Of each client its newest result that is not withdrawn. */
export interface Portfolio {
  readonly clients: number;
  /** Those with a result. */
  readonly assessed: number;
  readonly tiers: Readonly<Record<Tier, number>>;
  readonly launchAllowed: number;
  readonly launchRefused: number;
  readonly overdue: number;
  /** Those that are not overdue, by month, the first one first. Months without a renewal are left out. */
  readonly renewals: readonly { readonly month: string; readonly clients: number }[];
  readonly domains: readonly Pick<RubricDomain, 'id' | 'title'>[];
  readonly sharedGaps: readonly SharedGap[];
}

export const mostSharedGaps = 5;

export function portfolioOf(
  { clients, groups }: PortfolioCounts,
  rubrics: RubricCatalogue = publishedRubrics,
): Portfolio {
  const count = (wanted: (group: ResultGroup) => boolean): number =>
    groups.filter(wanted).reduce((sum, { results }) => sum + results, 0);
  const isUpcoming = ({ isOverdue }: ResultGroup): boolean => !isOverdue;
  const months = new Set(groups.filter(isUpcoming).map(({ renewalMonth }) => renewalMonth));
  return {
    clients,
    assessed: count(() => true),
    tiers: Object.fromEntries(tiers.map((tier) => [tier, count((group) => group.tier === tier)])) as Record<
      Tier,
      number
    >,
    launchAllowed: count(({ launchAllowed }) => launchAllowed),
    launchRefused: count(({ launchAllowed }) => !launchAllowed),
    overdue: count(({ isOverdue }) => isOverdue),
    renewals: [...months].toSorted().map((month) => ({
      month,
      clients: count((group) => isUpcoming(group) && group.renewalMonth === month),
    })),
    domains: rubrics.current.domains.map(({ id, title }) => ({ id, title })),
    sharedGaps: sharedGaps(
      groups.flatMap((group) => joinedLevels(group, rubrics)),
      mostSharedGaps,
    ),
  };
}

/** None of a rubric that this release does not know. */
function joinedLevels(group: ResultGroup, rubrics: RubricCatalogue): readonly JoinedLevels[] {
  const { rubricVersion, mode, levels, results } = group;
  const rubric = rubrics.find(rubricVersion);
  const isKnown =
    rubric !== undefined && answersOf(rubric, mode, levels.slice(0, levels.length / results)) !== undefined;
  return isKnown ? [{ rubric, mode, levels }] : [];
}
