import { canRemind } from '@governance/assessments';
import { type Answer, type Answers, type Rubric } from '@governance/rubric';
import { domainRose } from '../domain-rose';
import { tierView } from '../tier-view';

const mode = 'msp-self';

/** The specimen is a result that the rubric really gives. */
export function homeView(rubric: Rubric, personalDataDays: number) {
  const questions = rubric.questions.filter(({ modes }) => modes.includes(mode));
  const { overallScore, tier, domainScores } = rubric.assess(specimenAnswers(questions), mode);
  return {
    questions: questions.length,
    personalDataDays,
    reminder: canRemind(personalDataDays),
    domains: rubric.domains.map(({ title, summary, weight }) => ({ title, summary, weight })),
    frameworks: Object.values(rubric.frameworks).map(({ title, url }) => ({ title, url })),
    specimen: {
      score: overallScore,
      tier: tierView(tier),
      domains: domainScores.map(({ title, score, belowFloor }) => ({ title, score, belowFloor })),
      rose: domainRose(domainScores),
    },
  };
}

function specimenAnswers(questions: Rubric['questions']): Answers {
  const levels: readonly (readonly Answer[])[] = [
    [3],
    [2, 3],
    [2, 2, 1],
    [3, 3, 2],
    [2, 1],
    [2],
    [3, 2, 2],
    [2, 2, 1],
  ];
  return Object.fromEntries(
    questions.map(({ id }, index) => {
      const level = levels[Math.floor(index / 5) % levels.length] ?? [2];
      return [id, level[index % level.length] ?? 2];
    }),
  );
}
