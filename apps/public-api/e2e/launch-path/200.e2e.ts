import { type Answers } from '@governance/rubric';
import { completeCases, goldenCase } from '../support/golden';
import { type PublicApp, startPublicApp } from '../support/public-app';

interface Step {
  readonly questionId: string;
  readonly targetAnswer: number;
}

describe('POST /api/launch-path', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it.each(completeCases.filter(({ expected }) => !expected.launchAllowed))(
    'answers 200 with changes that, when submitted, allow the launch of $name',
    async ({ mode, answers }) => {
      const { status, body } = await app.post('/api/launch-path', { mode, answers });
      expect(status).toBe(200);
      const steps = body.steps as Step[];
      const raised = steps.map(({ questionId, targetAnswer }) => [questionId, targetAnswer] as const);
      const end: Answers = { ...answers, ...(Object.fromEntries(raised) as Answers) };
      const submitted = await app.post('/api/survey-results', { mode, answers: end });
      const { overallScore, tier, launchAllowed } = body;
      expect(submitted.body).toMatchObject({ launchAllowed: true, overallScore, tier });
      expect(launchAllowed).toBe(true);
    },
  );

  it('answers 200 without steps when launch is already allowed', async () => {
    const { mode, answers } = goldenCase('persona-mature');
    const { status, body } = await app.post('/api/launch-path', { mode, answers });
    expect(status).toBe(200);
    expect(body).toMatchObject({ steps: [], effortDays: 0, launchAllowed: true });
  });

  it('answers 200 with every member of the contract', async () => {
    const { mode, answers } = goldenCase('persona-strong-tech-no-client-consent');
    const { body } = await app.post('/api/launch-path', {
      mode,
      answers,
      rubricVersion: '1.0.0',
      score: 100,
    });
    expect(body).toEqual({
      steps: [
        {
          questionId: 'sup-client-agreement',
          domainId: 'suppliers-clients',
          title: expect.any(String) as unknown,
          action: expect.any(String) as unknown,
          currentAnswer: 0,
          targetAnswer: 2,
          effortDays: 5.33,
          points: 2,
          meetsGate: true,
        },
      ],
      effortDays: 5.33,
      overallScore: 97,
      tier: 'Ready',
      launchAllowed: true,
      launchReason: expect.stringMatching(/^Launch allowed: /) as unknown,
      domainScores: expect.arrayContaining([
        expect.objectContaining({ id: 'suppliers-clients', belowFloor: false }),
      ]) as unknown,
    });
  });

  it('stores nothing', async () => {
    const before = await app.sql('SELECT count(*) FROM survey_results');
    const { mode, answers } = goldenCase('persona-policy-on-paper');
    await app.post('/api/launch-path', { mode, answers, submitterEmail: 'assessor@example.com' });
    expect(await app.sql('SELECT count(*) FROM survey_results')).toEqual(before);
  });
});
