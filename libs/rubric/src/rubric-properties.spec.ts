import { propertyRuns } from '@governance/testing';
import fc from 'fast-check';
import { type Answer, type Answers, type Assessment, type Mode, modes, tiers } from './outcome';
import { publishedRubrics } from './published-rubrics';

const rubric = publishedRubrics.current;
const runs = { numRuns: propertyRuns };

describe.each(modes)('assess for %s', (mode: Mode) => {
  const ids = rubric.questions.filter((question) => question.modes.includes(mode)).map(({ id }) => id);
  const sheetOf = (answer: fc.Arbitrary<Answer | undefined>): fc.Arbitrary<Answers> =>
    fc.array(answer, { minLength: ids.length, maxLength: ids.length }).map(toAnswers);
  const toAnswers = (values: readonly (Answer | undefined)[]): Answers =>
    Object.fromEntries(
      ids.flatMap((id, index) => (values[index] === undefined ? [] : [[id, values[index]]])),
    );

  // Each sheet leans to certain answers, because evenly drawn ones never come close to Ready.
  const sheets = fc.oneof(
    sheetOf(fc.constantFrom<Answer>(0, 1, 2, 3)),
    sheetOf(fc.constantFrom<Answer>(2, 3)),
    sheetOf(fc.constantFrom<Answer>(1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3)),
    sheetOf(fc.constantFrom(undefined, 0, 1, 2, 3, 3)),
  );
  const anId = fc.constantFrom(...ids);
  const full: Answers = Object.fromEntries(ids.map((id) => [id, 3]));

  it('tries sheets of every tier, allowed and refused § 2.2h', () => {
    const seen = fc.sample(sheets, { numRuns: 500, seed: 1 }).map((answers) => rubric.assess(answers, mode));
    expect(new Set(seen.map(({ tier }) => tier))).toEqual(new Set(tiers));
    expect(new Set(seen.map(({ launchAllowed }) => launchAllowed))).toEqual(new Set([true, false]));
  });

  it('never lowers an outcome when an answer is raised', () => {
    fc.assert(
      fc.property(sheets, anId, fc.constantFrom<Answer>(1, 2, 3), (answers, id, raised) => {
        fc.pre(raised > (answers[id] ?? 0));
        expectNoWorse(rubric.assess({ ...answers, [id]: raised }, mode), rubric.assess(answers, mode));
      }),
      runs,
    );
  });

  it('adds at least one point when a question goes from 0 to 3', () => {
    fc.assert(
      fc.property(sheets, anId, (answers, id) => {
        const before = rubric.assess({ ...answers, [id]: 0 }, mode).overallScore;
        expect(rubric.assess({ ...answers, [id]: 3 }, mode).overallScore).toBeGreaterThan(before);
      }),
      runs,
    );
  });

  it('gives 100, Ready and allowed when every answer is 3', () => {
    expect(rubric.assess(full, mode)).toMatchObject({
      overallScore: 100,
      tier: 'Ready',
      launchAllowed: true,
      remediation: [],
    });
  });

  it.each(ids)('does not give 100 when only %s is answered 2', (id) => {
    expect(rubric.assess({ ...full, [id]: 2 }, mode).overallScore).toBeLessThan(100);
  });

  it('gives 100 only when every answer is 3', () => {
    fc.assert(
      fc.property(sheets, (answers) => {
        const perfect = ids.every((id) => answers[id] === 3);
        expect(rubric.assess(answers, mode).overallScore === 100).toBe(perfect);
      }),
      runs,
    );
  });

  it('gives 0, Critical and refused for no answers, as for answers of 0', () => {
    const zeros = Object.fromEntries(ids.map((id) => [id, 0 as const]));
    expect(rubric.assess({}, mode)).toMatchObject({
      overallScore: 0,
      tier: 'Critical',
      launchAllowed: false,
    });
    expect(rubric.assess({}, mode)).toEqual(rubric.assess(zeros, mode));
  });

  it('allows launch when Ready and refuses it when Critical or Developing', () => {
    fc.assert(
      fc.property(sheets, (answers) => {
        const { tier, launchAllowed } = rubric.assess(answers, mode);
        if (tier === 'Ready') expect(launchAllowed).toBe(true);
        if (tier === 'Critical' || tier === 'Developing') expect(launchAllowed).toBe(false);
      }),
      runs,
    );
  });

  it('does not depend on the order of the answers', () => {
    const shuffled = sheets.chain((answers) => {
      const entries = Object.entries(answers);
      return fc.tuple(
        fc.constant(answers),
        fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
      );
    });
    fc.assert(
      fc.property(shuffled, ([answers, entries]) => {
        expect(rubric.assess(Object.fromEntries(entries), mode)).toEqual(rubric.assess(answers, mode));
      }),
      runs,
    );
  });

  it('does not depend on answers to questions of the other mode', () => {
    const others = rubric.questions.filter((question) => !question.modes.includes(mode)).map(({ id }) => id);
    const noise = fc.record(
      Object.fromEntries(others.map((id) => [id, fc.constantFrom<Answer>(0, 1, 2, 3)])),
    );
    fc.assert(
      fc.property(sheets, noise, (answers, other) => {
        expect(rubric.assess({ ...answers, ...other }, mode)).toEqual(rubric.assess(answers, mode));
      }),
      runs,
    );
  });

  it('fills every placeholder of its reason', () => {
    fc.assert(
      fc.property(sheets, (answers) => {
        const { launchAllowed, launchReason } = rubric.assess(answers, mode);
        expect(launchReason).toMatch(
          launchAllowed ? /^Ready to launch: .+\.$/ : /^Not ready to launch: .+\.$/,
        );
        expect(launchReason).not.toMatch(/[{}]|undefined|NaN/);
      }),
      runs,
    );
  });

  it('gives whole scores from 0 to 100 § 1.1d 2.2f 8c', () => {
    fc.assert(
      fc.property(sheets, (answers) => {
        const { overallScore, domainScores } = rubric.assess(answers, mode);
        for (const score of [overallScore, ...domainScores.map((domain) => domain.score)]) {
          expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        }
      }),
      runs,
    );
  });
});

function expectNoWorse(after: Assessment, before: Assessment): void {
  expect(after.overallScore).toBeGreaterThanOrEqual(before.overallScore);
  expect(tiers.indexOf(after.tier)).toBeGreaterThanOrEqual(tiers.indexOf(before.tier));
  expect(Number(after.launchAllowed)).toBeGreaterThanOrEqual(Number(before.launchAllowed));
  for (const [index, { score }] of before.domainScores.entries()) {
    expect(after.domainScores[index]?.score).toBeGreaterThanOrEqual(score);
  }
  expect(after.remediation.length).toBeLessThanOrEqual(before.remediation.length);
}
