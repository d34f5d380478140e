import { type Answer, type Answers, publishedRubrics } from '@governance/rubric';
import { propertyRuns } from '@governance/testing';
import fc from 'fast-check';
import { levelsOf } from './answer-levels';
import { type ListedResult, progressOf } from './portfolio-client';

const rubric = publishedRubrics.current;
const mode = 'client-on-behalf';
const questions = rubric.questionsOf(mode);
const sheetOf = (answerOf: (index: number) => Answer): Answers =>
  Object.fromEntries(questions.map(({ id }, index) => [id, answerOf(index)]));
const sheets = fc
  .array(fc.constantFrom<Answer>(0, 1, 2, 2, 3, 3, 3), {
    minLength: questions.length,
    maxLength: questions.length,
  })
  .map((answers) => sheetOf((index) => answers[index] ?? 0));

function resultOf(answers: Answers, more: Partial<ListedResult> = {}): ListedResult {
  const { overallScore, tier, launchAllowed, domainScores } = rubric.assess(answers, mode);
  return {
    id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
    createdAt: new Date('2026-11-20T12:00:00.000Z'),
    mode,
    rubricVersion: rubric.version,
    overallScore,
    tier,
    launchAllowed,
    domainScores,
    levels: levelsOf(answers),
    ...more,
  };
}

describe('progressOf', () => {
  const yes = sheetOf(() => 3);
  const [first, second] = questions;
  const withAnswers = (one: Answer, other: Answer): Answers => ({
    ...yes,
    ...(first && { [first.id]: one }),
    ...(second && { [second.id]: other }),
  });

  it('tells what is better and what is worse than before', () => {
    const { improved, worsened, scoreChange, domains } = progressOf(
      resultOf(withAnswers(3, 1)),
      resultOf(withAnswers(0, 2)),
    );
    expect(improved).toEqual([
      {
        questionId: first?.id,
        domainId: first?.domainId,
        title: first?.remediation.title,
        before: 0,
        now: 3,
      },
    ]);
    expect(worsened).toMatchObject([{ questionId: second?.id, before: 2, now: 1 }]);
    expect(scoreChange).toBeGreaterThan(0);
    expect(domains.filter(({ change }) => change !== 0)).toMatchObject([{ id: first?.domainId }]);
  });

  it('compares a first result with none', () => {
    const { improved, worsened, scoreChange, domains } = progressOf(resultOf(yes), undefined);
    expect([improved, worsened, scoreChange]).toEqual([[], [], undefined]);
    expect(new Set(domains.map(({ change }) => change))).toEqual(new Set([undefined]));
  });

  it('has neither changes nor a step for a rubric that it does not know, but its scores', () => {
    const { improved, nextStep, domains } = progressOf(
      resultOf(withAnswers(3, 1), { rubricVersion: '99.0.0' }),
      resultOf(withAnswers(0, 2)),
    );
    expect([improved, nextStep]).toEqual([[], undefined]);
    expect(domains).toHaveLength(rubric.domains.length);
  });

  it('has no next step when every answer is Yes', () => {
    expect(progressOf(resultOf(yes), undefined).nextStep).toBeUndefined();
  });

  it('never calls a change both, and turns it round with the results', () => {
    fc.assert(
      fc.property(sheets, sheets, (one, other) => {
        const [forth, back] = [
          progressOf(resultOf(one), resultOf(other)),
          progressOf(resultOf(other), resultOf(one)),
        ];
        const idsOf = (changes: typeof forth.improved): string[] =>
          changes.map(({ questionId }) => questionId);
        expect(idsOf(forth.improved)).toEqual(idsOf(back.worsened));
        expect(idsOf(forth.worsened)).toEqual(idsOf(back.improved));
        expect(new Set([...idsOf(forth.improved), ...idsOf(forth.worsened)]).size).toBe(
          questions.filter(({ id }) => one[id] !== other[id]).length,
        );
      }),
      { numRuns: propertyRuns },
    );
  });

  it('takes the cheapest of the most urgent steps, which the plan has too', () => {
    fc.assert(
      fc.property(sheets, (answers) => {
        const { remediation, domainScores } = rubric.assess(answers, mode);
        const { nextStep } = progressOf(resultOf(answers), undefined);
        if (nextStep === undefined) {
          expect(remediation).toEqual([]);
          return;
        }
        const low = domainScores.filter(({ belowFloor }) => belowFloor).map(({ id }) => id);
        const rankOf = (domainId: string, isGate: boolean): number =>
          isGate ? 0 : low.includes(domainId) ? 1 : 2;
        const ranks = remediation.map(({ domainId, blocksLaunch }) => rankOf(domainId, blocksLaunch));
        expect(rankOf(nextStep.domainId, nextStep.blocksLaunch)).toBe(Math.min(...ranks));
        for (const item of remediation) {
          if (rankOf(item.domainId, item.blocksLaunch) !== Math.min(...ranks)) continue;
          const [step] = item.steps;
          expect(nextStep.effortDays).toBeLessThanOrEqual(step?.effortDays ?? 0);
          if (nextStep.effortDays === step?.effortDays)
            expect(nextStep.points).toBeGreaterThanOrEqual(step.points);
        }
        const raised = rubric.assess({ ...answers, [nextStep.questionId]: nextStep.targetAnswer }, mode);
        expect(raised.overallScore).toBeGreaterThanOrEqual(rubric.assess(answers, mode).overallScore);
      }),
      { numRuns: propertyRuns },
    );
  });
});
