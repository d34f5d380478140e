import { type Answer, type Answers, publishedRubrics } from '@governance/rubric';
import { propertyRuns } from '@governance/testing';
import fc from 'fast-check';
import { levelsOf } from './answer-levels';
import { mostSharedGaps, portfolioOf, type ResultGroup } from './portfolio';

const rubric = publishedRubrics.current;
const mode = 'client-on-behalf';
const questions = rubric.questionsOf(mode);
const sheetOf = (answerOf: (index: number) => Answer): Answers =>
  Object.fromEntries(questions.map(({ id }, index) => [id, answerOf(index)]));
const sheets = fc
  .array(fc.constantFrom<Answer>(0, 1, 2, 3, 3), { minLength: questions.length, maxLength: questions.length })
  .map((answers) => sheetOf((index) => answers[index] ?? 0));

function groupOf(answers: readonly Answers[], more: Partial<ResultGroup> = {}): ResultGroup {
  return {
    rubricVersion: rubric.version,
    mode,
    tier: 'Developing',
    launchAllowed: false,
    renewalMonth: '2027-03',
    isOverdue: false,
    results: answers.length,
    levels: answers.map(levelsOf).join(''),
    ...more,
  };
}

const gapsOf = (...groups: readonly ResultGroup[]) => portfolioOf({ clients: 9, groups }).sharedGaps;

describe('portfolioOf', () => {
  it('counts tiers, verdicts and renewals by month, the first month first', () => {
    const answers = sheetOf(() => 3);
    const portfolio = portfolioOf({
      clients: 9,
      groups: [
        groupOf([answers, answers], { renewalMonth: '2027-11' }),
        groupOf([answers], { tier: 'Ready', launchAllowed: true, renewalMonth: '2027-11', isOverdue: true }),
        groupOf([answers], { tier: 'Ready', launchAllowed: true, renewalMonth: '2027-02' }),
      ],
    });
    expect(portfolio).toMatchObject({
      clients: 9,
      assessed: 4,
      tiers: { Critical: 0, Developing: 2, Progressing: 0, Ready: 2 },
      launchAllowed: 2,
      launchRefused: 2,
      overdue: 1,
      renewals: [
        { month: '2027-02', clients: 1 },
        { month: '2027-11', clients: 2 },
      ],
      sharedGaps: [],
    });
    expect(portfolio.domains.map(({ id }) => id)).toEqual(rubric.domains.map(({ id }) => id));
  });

  it('counts nothing of an organization without clients', () => {
    expect(portfolioOf({ clients: 0, groups: [] })).toMatchObject({
      assessed: 0,
      renewals: [],
      sharedGaps: [],
    });
  });

  it('names the gaps that most clients share, with the effort to close them at all of them', () => {
    const gates = questions.filter(({ gateMinimum }) => gateMinimum !== null);
    const others = questions.filter(({ gateMinimum }) => gateMinimum === null);
    const [shared, gate, other] = [gates[0], gates[1], others[0]].flatMap((question) => question ?? []);
    const lacking = (...lacked: (typeof shared)[]): Answers =>
      Object.fromEntries(questions.map((question) => [question.id, lacked.includes(question) ? 1 : 3]));
    const gaps = gapsOf(
      groupOf([lacking(shared, other), lacking(shared)]),
      groupOf([lacking(shared, gate)], { launchAllowed: true }),
    );
    // Of equally frequent ones the one that keeps more clients from a launch comes first.
    expect(gaps.map(({ questionId, clients }) => [questionId, clients])).toEqual([
      [shared?.id, 3],
      [gate?.id, 1],
      [other?.id, 1],
    ]);
    const { title, action, effortDays = 0 } = shared?.remediation ?? {};
    expect(gaps[0]).toMatchObject({ title, action, blockedLaunches: 3, effortDays: effortDays * 2 });
  });

  it('counts each question of every client, however the clients are grouped', () => {
    fc.assert(
      fc.property(fc.array(sheets, { minLength: 1, maxLength: 6 }), fc.nat(5), (answers, cut) => {
        const gaps = gapsOf(groupOf(answers));
        expect(gaps.length).toBeLessThanOrEqual(mostSharedGaps);
        for (const { questionId, clients, effortDays } of gaps) {
          const levels = answers.map((sheet) => sheet[questionId] ?? 0);
          expect(clients).toBe(levels.filter((level) => level < 3).length);
          const days = questions.find(({ id }) => id === questionId)?.remediation.effortDays ?? 0;
          const raised = levels.reduce<number>((sum, level) => sum + 3 - level, 0);
          expect(effortDays).toBeCloseTo((days * raised) / 3, 2);
        }
        const least = gaps.at(-1)?.clients ?? 0;
        const left = questions.filter(({ id }) => !gaps.some(({ questionId }) => questionId === id));
        for (const { id } of left)
          expect(answers.filter((sheet) => (sheet[id] ?? 0) < 3).length).toBeLessThanOrEqual(least);
        const parts = [answers.slice(0, cut), answers.slice(cut)].filter(({ length }) => length > 0);
        expect(gapsOf(...parts.map((part) => groupOf(part)))).toEqual(gaps);
      }),
      { numRuns: propertyRuns },
    );
  });

  it('counts a question of two rubric versions once, and leaves out what it cannot read', () => {
    const none = sheetOf(() => 0);
    const ids = questions.map(({ id }) => id);
    const old =
      publishedRubrics
        .find('1.0.0')
        ?.questionsOf(mode)
        .map(({ id }) => id) ?? [];
    expect(old.toSorted()).toEqual(ids.toSorted());
    const gaps = gapsOf(
      groupOf([none], { rubricVersion: '1.0.0' }),
      groupOf([none]),
      groupOf([none], { rubricVersion: '99.0.0' }),
      groupOf([none], { levels: '00' }),
    );
    expect(gaps.map(({ clients }) => clients)).toEqual([2, 2, 2, 2, 2]);
  });
});
