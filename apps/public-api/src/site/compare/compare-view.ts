import { answerInWords, dayInWords, modeInWords, verdictInWords } from '@governance/assessments';
import { type Answer, type RemediationItem } from '@governance/rubric';
import { changeInWords } from '../change-in-words';
import { type ShownResult } from '../result/result-page.service';
import { type TierView, tierView } from '../tier-view';

/** Two results of the same mode, the earlier one first. */
export interface CompareView {
  readonly mode: string;
  readonly results: readonly ComparedResult[];
  readonly change: string;
  readonly domains: readonly {
    readonly title: string;
    readonly before: number;
    readonly after: number;
    readonly change: string;
    readonly worse: boolean;
    readonly belowFloor: boolean;
  }[];
  readonly controls: {
    readonly met: readonly string[];
    readonly missing: readonly string[];
    readonly lost: readonly string[];
  };
  readonly plan: {
    readonly summary: string;
    readonly done: readonly ComparedAnswer[];
    readonly begun: readonly ComparedAnswer[];
    readonly open: readonly ComparedAnswer[];
  };
  /** Answers that are lower than before. */
  readonly lower: readonly ComparedAnswer[];
}

export interface ComparedResult {
  readonly name: string;
  readonly issuedOn: string;
  readonly score: number;
  readonly tier: TierView;
  readonly verdict: string;
  readonly launchAllowed: boolean;
  readonly rubricVersion: string;
}

interface ComparedAnswer {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly changed: boolean;
}

/** In any order; both have the same mode. */
export function compareView(one: ShownResult, other: ShownResult): CompareView {
  const [earlier, later] = one.result.createdAt <= other.result.createdAt ? [one, other] : [other, one];
  const [before, after] = [earlier.result.outcome, later.result.outcome];
  return {
    mode: modeInWords[later.result.mode],
    results: [comparedResult('Earlier', earlier), comparedResult('Later', later)],
    change: changeInWords(before.overallScore, after.overallScore),
    domains: after.domainScores.map(({ id, title, score, belowFloor }) => {
      const was = before.domainScores.find((domain) => domain.id === id)?.score ?? score;
      const change = changeInWords(was, score);
      return { title, before: was, after: score, change, worse: score < was, belowFloor };
    }),
    controls: controlsOf(earlier, later),
    plan: planDone(earlier, later),
    lower: lowerAnswers(earlier, later),
  };
}

function comparedResult(name: string, { result, rubric }: ShownResult): ComparedResult {
  const { overallScore, tier, launchAllowed } = result.outcome;
  return {
    name,
    issuedOn: dayInWords(result.createdAt),
    score: overallScore,
    tier: tierView(tier),
    verdict: verdictInWords(result.outcome),
    launchAllowed,
    rubricVersion: rubric.version,
  };
}

/** By question, so that a control which a version renames is the same control. */
function controlsOf(earlier: ShownResult, later: ShownResult): CompareView['controls'] {
  const missingIn = ({ remediation }: ShownResult): ReadonlyMap<string, string> =>
    new Map(
      remediation
        .filter(({ blocksLaunch }) => blocksLaunch)
        .map(({ questionId, title }) => [questionId, title]),
    );
  const [before, after] = [missingIn(earlier), missingIn(later)];
  return {
    met: [...before].filter(([id]) => !after.has(id)).map(([, title]) => title),
    missing: [...after].filter(([id]) => before.has(id)).map(([, title]) => title),
    lost: [...after].filter(([id]) => !before.has(id)).map(([, title]) => title),
  };
}

/** The earlier plan, by what became of it. */
function planDone({ remediation }: ShownResult, { result }: ShownResult): CompareView['plan'] {
  const now = ({ questionId }: RemediationItem): Answer => result.answers[questionId] ?? 0;
  const compared = (item: RemediationItem): ComparedAnswer =>
    comparedAnswer(item.title, item.currentAnswer, now(item));
  const done = remediation.filter((item) => now(item) === 3);
  const begun = remediation.filter((item) => now(item) > item.currentAnswer && now(item) < 3);
  const open = remediation.filter((item) => now(item) <= item.currentAnswer);
  return {
    summary: `${done.length} of ${remediation.length} actions done, ${begun.length} begun, ${open.length} open`,
    done: done.map(compared),
    begun: begun.map(compared),
    open: open.map(compared),
  };
}

function lowerAnswers(earlier: ShownResult, { result, rubric }: ShownResult): readonly ComparedAnswer[] {
  return rubric.questionsOf(result.mode).flatMap(({ id, remediation }) => {
    const [before, after] = [earlier.result.answers[id] ?? 0, result.answers[id] ?? 0];
    return after < before ? [comparedAnswer(remediation.title, before, after)] : [];
  });
}

function comparedAnswer(title: string, before: Answer, after: Answer): ComparedAnswer {
  return { title, before: answerInWords[before], after: answerInWords[after], changed: before !== after };
}
