import { given } from '@governance/testing';
import { type Answers } from '@governance/rubric';
import { completeCases, goldenCase, incompleteCase } from '../support/golden';
import { sharedPublicApp } from '../support/public-app';

const app = given(sharedPublicApp);

interface Step {
  readonly questionId: string;
  readonly targetAnswer: number;
}

describe('POST /api/launch-path', () => {
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

describe('POST /api/launch-path', () => {
  const { answers } = goldenCase('persona-mature');

  it('answers 400 and names every applicable question without an answer', async () => {
    const { status, body } = await app.post('/api/launch-path', incompleteCase);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^answers lacks questions of mode [a-z-]+: /);
  });

  it.each([
    [{}, 'answers must be an object of question ids to integers from 0 to 3'],
    [{ answers: {} }, 'answers must not be empty'],
    [{ answers: { ...answers, 'gov-ai-policy': 4 } }, 'answers.gov-ai-policy must be an integer from 0 to 3'],
    [{ answers: { ...answers, nothing: 1 } }, 'answers.nothing is not a question of rubric 1.1.0'],
    [{ answers, mode: 'self' }, 'mode must be one of the following values: msp-self, client-on-behalf'],
    [{ answers, rubricVersion: 1 }, 'rubricVersion must be a string'],
    [{ answers, rubricVersion: '0.9.0' }, 'rubricVersion is not a published version'],
    ['[]', 'the request body must be a JSON object'],
    ['{', 'the request body is not valid JSON'],
  ])('answers 400 for %j', async (request, error) => {
    const { status, body } = await app.post('/api/launch-path', request);
    expect({ status, body }).toEqual({ status: 400, body: { error } });
  });
});

describe('POST /api/launch-path', () => {
  it('answers 413 for more than 100 KiB', async () => {
    const { status, body } = await app.post('/api/launch-path', { notes: 'x'.repeat(102_400) });
    expect({ status, body }).toEqual({
      status: 413,
      body: { error: 'the request body is larger than 100 KiB' },
    });
  });

  it('answers 415 for another media type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.post('/api/launch-path', 'mode=msp-self', headers)).status).toBe(415);
  });
});
