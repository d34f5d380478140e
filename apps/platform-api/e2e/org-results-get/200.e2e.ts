import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { attachedResult, listResults, resultsPath } from '../support/org-results';

describe('GET /org/results/{resultId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 200 with the entry of the list, also for an earlier result', async () => {
    const extras = { organizationName: 'Acme Ltd' };
    const overrides = { createdAt: new Date('2026-01-01T00:00:00.000Z') };
    const earlier = await attachedResult(app, { overrides, extras });
    const { id, capability } = await attachedResult(app, { extras });
    const [entry, before] = await listResults(app);
    expect(entry).toMatchObject({ id, earlier: { id: earlier.id }, latest: true });
    const { status, body, headers, text } = await app.ask('GET', `${resultsPath}/${id.toUpperCase()}`);
    expect([status, headers.get('cache-control'), body]).toEqual([200, 'no-store', entry]);
    expect(text).not.toContain(capability);
    expect((await app.ask('GET', `${resultsPath}/${earlier.id}`)).body).toEqual(before);
  });
});
