import { publishedRubrics } from '@governance/rubric';
import { sampleAssessment } from './sample-assessment';

describe('sampleAssessment', () => {
  it('is a complete assessment that is ready to launch', () => {
    const { answers, submitterEmail } = sampleAssessment('assessor@example.com');
    const rubric = publishedRubrics.current;
    const outcome = rubric.assess(rubric.checkAnswers(answers, 'msp-self'), 'msp-self');
    expect(outcome.launchAllowed).toBe(true);
    expect(outcome.remediation.length).toBeGreaterThan(0);
    expect(submitterEmail).toBe('assessor@example.com');
  });
});
