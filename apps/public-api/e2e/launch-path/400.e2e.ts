import { goldenCase, incompleteCase } from '../support/golden';
import { type PublicApp, startPublicApp } from '../support/public-app';

describe('POST /api/launch-path', () => {
  let app: PublicApp;
  const { answers } = goldenCase('persona-mature');

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

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
