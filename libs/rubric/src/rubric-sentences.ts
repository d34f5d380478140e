import { type RubricDocument } from './rubric-document';

/**
 * A rubric states some of its rules as sentences with numbers. Each must be the sentence that the scorer implements, with the
 * numbers given elsewhere in the same rubric, so that published rule and computed result cannot differ. `fullPoints` are the
 * points of a domain when all its answers are the highest.
 */
export function sentenceProblems(document: RubricDocument, fullPoints: number): string[] {
  return carriedOut(document, fullPoints)
    .filter(({ published, expected }) => published !== expected)
    .map(({ where, expected }) => `${where} must say "${expected}"`);
}

interface Sentence {
  readonly where: string;
  readonly published: string;
  readonly expected: string;
}

function carriedOut(
  { answerScale, scoring, launchRule, remediationRule }: RubricDocument,
  fullPoints: number,
): Sentence[] {
  const highest = answerScale[3].value;
  const { overallFloor, domainFloor, gateMinimum, allowedWhenAll } = launchRule;
  const conditions = [
    `every applicable question with critical=true is answered at least gateMinimum (${gateMinimum})`,
    `overallScore >= ${overallFloor}`,
    `every domainScore >= ${domainFloor}`,
  ];
  const fields =
    'questionId,domainId,title,action,effortDays,currentAnswer,targetAnswer,points,blocksLaunch,priority';
  const points = `domainWeight x weight x (${highest} - answer) / ${fullPoints}, shown with two decimals, rounded down`;
  return [
    { where: 'scoring.arithmetic', published: scoring.arithmetic, expected: 'integers only' },
    {
      where: 'scoring.domainScore',
      published: scoring.domainScore,
      expected: `floor(P(d) x 100 / ${fullPoints})`,
    },
    {
      where: 'scoring.overallScore',
      published: scoring.overallScore,
      expected: `floor(sum over domains of domainWeight x P(d) / ${fullPoints})`,
    },
    {
      where: 'launchRule.allowedWhenAll',
      published: allowedWhenAll.join('; '),
      expected: conditions.join('; '),
    },
    {
      where: 'remediationRule.includeWhen',
      published: remediationRule.includeWhen,
      expected: `answer < ${highest}`,
    },
    {
      where: 'remediationRule.targetAnswer',
      published: remediationRule.targetAnswer,
      expected: `gateMinimum for unmet gates, then ${highest}`,
    },
    { where: 'remediationRule.points', published: remediationRule.points, expected: points },
    { where: 'remediationRule.fields', published: remediationRule.fields.join(), expected: fields },
  ];
}
