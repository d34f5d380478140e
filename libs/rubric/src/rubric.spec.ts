import { createHash } from 'node:crypto';
import { type Answer, type Answers } from './outcome';
import v1 from './published/1.0.0.json';
import { publishedRubrics } from './published-rubrics';
import { Rubric } from './rubric';

type Content = typeof v1;

/** A sound rubric that differs from 1.0.0 by `change`. */
function variant(change: (content: Content) => void): Rubric {
  const content = structuredClone(v1);
  change(content);
  return new Rubric(
    content,
    createHash('sha256')
      .update(`${JSON.stringify(content, null, 2)}\n`)
      .digest('hex'),
  );
}

function answersOf(rest: Answer, named: Answers = {}): Answers {
  return { ...Object.fromEntries(v1.questions.map(({ id }) => [id, rest])), ...named };
}

const twos = answersOf(2);
const gateOpen = answersOf(3, { 'acc-agent-limits': 1 });

describe('a rubric is interpreted', () => {
  it('with its overall floor', () => {
    const rubric = variant(({ launchRule }) => {
      launchRule.overallFloor = 67;
      launchRule.allowedWhenAll[1] = 'overallScore >= 67';
    });
    expect(rubric.assess(twos, 'msp-self')).toMatchObject({
      overallScore: 66,
      launchAllowed: false,
      launchReason: 'Launch refused: the overall score 66 is below 67.',
    });
  });

  it('with its domain floor', () => {
    const rubric = variant(({ launchRule }) => {
      launchRule.domainFloor = 67;
      launchRule.allowedWhenAll[2] = 'every domainScore >= 67';
    });
    expect(
      rubric.assess(answersOf(3, { 'sec-adversarial-test': 2, 'sec-bias-harm': 2 }), 'msp-self'),
    ).toMatchObject({
      launchAllowed: true,
      launchReason: expect.stringContaining('no domain is below 67') as string,
    });
    const { launchAllowed, domainScores } = rubric.assess(twos, 'msp-self');
    expect(launchAllowed).toBe(false);
    expect(domainScores.every(({ score, belowFloor }) => score === 66 && belowFloor)).toBe(true);
  });

  it('with its gate minimum', () => {
    const rubric = variant(({ launchRule, questions }) => {
      launchRule.gateMinimum = 3;
      launchRule.allowedWhenAll[0] =
        'every applicable question with critical=true is answered at least gateMinimum (3)';
      for (const question of questions) if (question.critical) question.gateMinimum = 3;
    });
    const { launchAllowed, remediation } = rubric.assess(twos, 'msp-self');
    expect(launchAllowed).toBe(false);
    expect(
      remediation.filter(({ blocksLaunch, targetAnswer }) => blocksLaunch && targetAnswer === 3),
    ).toHaveLength(12);
  });

  it('with its gates', () => {
    const rubric = variant(({ questions }) => {
      for (const question of questions) {
        if (question.id !== 'acc-agent-limits') continue;
        question.critical = false;
        question.gateMinimum = null;
      }
    });
    expect(rubric.assess(gateOpen, 'msp-self')).toMatchObject({
      tier: 'Ready',
      launchReason:
        'Launch allowed: all 11 launch gates are met, the overall score is 97 (floor 60) and no domain is below 40.',
    });
  });

  it('with its tiers and its tier cap', () => {
    const rubric = variant(({ tiers, tierCap }) => {
      const limits = [
        [0, 10],
        [11, 20],
        [21, 66],
        [67, 100],
      ] as const;
      for (const [index, [min, max]] of limits.entries()) Object.assign(tiers[index] ?? {}, { min, max });
      tierCap.rule = 'Progressing requires launchAllowed; otherwise the tier is at most Developing';
    });
    expect(rubric.assess(twos, 'msp-self').tier).toBe('Progressing');
    expect(rubric.assess(answersOf(3), 'msp-self').tier).toBe('Ready');
    expect(rubric.assess(gateOpen, 'msp-self').tier).toBe('Developing');
    expect(publishedRubrics.current.assess(gateOpen, 'msp-self').tier).toBe('Progressing');
  });

  it('with its weights', () => {
    const rubric = variant(({ domains }) => {
      for (const domain of domains) {
        if (domain.id === 'governance-accountability') domain.weight = 20;
        if (domain.id === 'data-protection') domain.weight = 10;
      }
    });
    const governed = answersOf(0, {
      'gov-accountable-executive': 3,
      'gov-ai-policy': 3,
      'gov-roles-decisions': 3,
      'gov-legal-obligations': 3,
      'gov-review-improve': 3,
    });
    expect(rubric.assess(governed, 'msp-self').overallScore).toBe(20);
    expect(publishedRubrics.current.assess(governed, 'msp-self').overallScore).toBe(14);
  });

  it('with its templates and the order of its reasons', () => {
    const rubric = variant(({ launchRule }) => {
      launchRule.reasonOrder.reverse();
      launchRule.reasonTemplates.refused = 'No: {parts}!';
      launchRule.reasonTemplates.overall = '{score}<{floor}';
      launchRule.reasonTemplates.domain = '{domainTitle} {domainScore}<{domainFloor}';
    });
    const { launchReason } = rubric.assess(answersOf(1), 'msp-self');
    expect(launchReason).toMatch(
      /^No: 33<60; Governance and accountability 33<40; .*Plan and rehearse AI incidents!$/,
    );
  });

  it('with the order of its remediation', () => {
    const rubric = variant(({ remediationRule: { order } }) => {
      order.splice(
        0,
        3,
        'then points per effort day, highest first',
        'unmet gates first',
        'then questions in domains below the floor',
      );
    });
    const answers = answersOf(3, { 'data-use-rules': 1, 'gov-roles-decisions': 0 });
    expect(rubric.assess(answers, 'msp-self').remediation[0]?.questionId).toBe('gov-roles-decisions');
    expect(publishedRubrics.current.assess(answers, 'msp-self').remediation[0]?.questionId).toBe(
      'data-use-rules',
    );
  });
});

describe('Rubric', () => {
  it('cannot be changed through the values it returns', () => {
    const rubric = publishedRubrics.current;
    rubric.bytes.fill(0);
    expect(createHash('sha256').update(rubric.bytes).digest('hex')).toBe(rubric.sha256);
    for (const part of [rubric, rubric.reference, rubric.questions, rubric.domains, ...rubric.questions]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('refuses to load a rubric that is not sound, with its problems', () => {
    expect(() => variant(({ domains }) => domains.reverse().pop())).toThrow(
      'domain weights do not sum to 100',
    );
  });
});
