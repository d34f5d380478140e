import { attachmentsPerWindow } from '../../src/org-results/org-results.service';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { attach, storeResult } from '../support/org-results';

describe('POST /org/results', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 429 with Retry-After after many guesses of one organization, and not to another', async () => {
    const { capability } = await storeResult(app);
    const guesses = Array.from({ length: attachmentsPerWindow }, () => 'guess');
    for (const guess of guesses) expect((await attach(app, guess)).status).toBe(404);
    const { status, body, headers } = await attach(app, capability);
    expect([status, body]).toEqual([
      429,
      {
        error: 'too_many_requests',
        error_description: 'too many results attached in this organization, try again later',
      },
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const token = app.personToken({ org_id: 'org_other' });
    expect((await attach(app, capability, { token })).status).toBe(201);
  });
});
