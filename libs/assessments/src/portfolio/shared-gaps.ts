import { effortInThirds, inDays, type Mode, type RubricQuestion, type RubricRules } from '@governance/rubric';
import { questionsOfLevels } from './answer-levels';

/** The answers of several results of one rubric and mode: their levels, one after the other. */
export interface JoinedLevels {
  readonly rubric: RubricRules;
  readonly mode: Mode;
  readonly levels: string;
}

/** A control that clients lack: their answer is not “Yes”. */
export interface SharedGap {
  readonly questionId: string;
  readonly domainId: string;
  readonly title: string;
  readonly action: string;
  readonly clients: number;
  /** Of these clients, those whose launch it blocks. */
  readonly blockedLaunches: number;
  /** To close the gap at all of these clients, in person-days, rounded to two decimals. */
  readonly effortDays: number;
}

interface Counted {
  readonly question: RubricQuestion;
  clients: number;
  blocked: number;
  thirds: number;
}

const highest = 3;
/** Digits are counted by their codes: an organization has hundreds of thousands of them. */
const zero = '0'.charCodeAt(0);

/**
 * The gaps that most clients share, at most `most`. Of equally frequent ones the one that blocks more launches, then the one with less
 * effort, then the order of the rubric. A question of several versions counts as one, with the texts of the newest.
 */
export function sharedGaps(results: readonly JoinedLevels[], most: number): readonly SharedGap[] {
  const counted = new Map<string, Counted>();
  for (const joined of results.toSorted(byVersion)) count(joined, counted);
  return [...counted.values()]
    .filter(({ clients }) => clients > 0)
    .toSorted(
      (one, other) => other.clients - one.clients || other.blocked - one.blocked || one.thirds - other.thirds,
    )
    .slice(0, most)
    .map(({ question: { id, domainId, remediation }, clients, blocked, thirds }) => ({
      questionId: id,
      domainId,
      title: remediation.title,
      action: remediation.action,
      clients,
      blockedLaunches: blocked,
      effortDays: inDays(thirds),
    }));
}

/** The newest first, which gives the texts. */
function byVersion(one: JoinedLevels, other: JoinedLevels): number {
  return other.rubric.version.localeCompare(one.rubric.version, 'en', { numeric: true });
}

function count({ rubric, mode, levels }: JoinedLevels, counted: Map<string, Counted>): void {
  const places = new Map(questionsOfLevels(rubric, mode).map((id, place) => [id, place]));
  // In question order, so that equal gaps are listed in it.
  for (const question of rubric.questionsOf(mode)) {
    const entry = counted.get(question.id) ?? { question, clients: 0, blocked: 0, thirds: 0 };
    counted.set(question.id, entry);
    const { gateMinimum } = question;
    for (let at = places.get(question.id) ?? 0; at < levels.length; at += places.size) {
      const level = levels.charCodeAt(at) - zero;
      if (level === highest) continue;
      entry.clients += 1;
      entry.thirds += effortInThirds(question, highest - level);
      if (gateMinimum !== null && level < gateMinimum) entry.blocked += 1;
    }
  }
}
