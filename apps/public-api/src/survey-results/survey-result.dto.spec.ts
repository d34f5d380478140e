import { exampleRemediation, exampleResult } from '@governance/verification';
import { surveyResultResponse } from './survey-result.dto';

const submitted = {
  result: exampleResult,
  remediation: exampleRemediation,
  delivery: 'none',
  replayed: false,
} as const;

const urls = { verificationUrl: 'https://api.example.org/v', resultUrl: 'https://assess.example.org/r' };

describe('the submission response', () => {
  it('has every member of the outcome', () => {
    const response = surveyResultResponse(submitted, urls);
    expect(JSON.parse(JSON.stringify(response))).toMatchObject({
      ...exampleResult.outcome,
      remediation: exampleRemediation,
    });
  });

  it('omits members that the outcome must not have, at any depth', () => {
    const { outcome } = exampleResult;
    const domainScores = outcome.domainScores.map((score) => ({ ...score, answers: 'private' }));
    const talkative = {
      ...submitted,
      remediation: exampleRemediation.map((item) => ({ ...item, notes: 'private' })),
      result: { ...exampleResult, outcome: { ...outcome, domainScores, notes: 'private' } },
    };
    const response = surveyResultResponse(talkative, urls);
    expect(JSON.stringify(response)).not.toMatch(/private|gov-ai-policy":/);
  });
});
