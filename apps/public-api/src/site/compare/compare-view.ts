import { answerInWords, dayInWords, modeInWords, verdictInWords } from '@governance/assessments';
import { type Answer, type RemediationItem } from '@governance/rubric';
import { changeInWords } from '../change-in-words';
import { type ShownResult } from '../result/result-page.service';
import { tierView } from '../tier-view';

/** In any order; both have the same mode. */
export function compareView(one: ShownResult, other: ShownResult) {
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
    // Answers that are lower than before.
    lower: lowerAnswers(earlier, later),
  };
}

function comparedResult(name: string, { result, rubric }: ShownResult) {
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
function controlsOf(earlier: ShownResult, later: ShownResult) {
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
function planDone({ remediation }: ShownResult, { result }: ShownResult) {
  const now = ({ questionId }: RemediationItem): Answer => result.answers[questionId] ?? 0;
  const compared = (item: RemediationItem): object =>
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

function lowerAnswers(earlier: ShownResult, { result, rubric }: ShownResult) {
  return rubric.questionsOf(result.mode).flatMap(({ id, remediation }) => {
    const [before, after] = [earlier.result.answers[id] ?? 0, result.answers[id] ?? 0];
    return after < before ? [comparedAnswer(remediation.title, before, after)] : [];
  });
}

function comparedAnswer(title: string, before: Answer, after: Answer) {
  return { title, before: answerInWords[before], after: answerInWords[after], changed: before !== after };
}
