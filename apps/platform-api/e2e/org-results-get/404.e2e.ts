import { randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { attachedResult, resultsPath, storeResult } from '../support/org-results';

describe('GET /org/results/{resultId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 404, identical to the byte, for one of another organization, one of none and an unknown one', async () => {
    const token = app.personToken({ org_id: 'org_other' });
    const [foreign, free] = [await attachedResult(app, {}, { token }), await storeResult(app)];
    const answers = new Set<string>();
    const ids = [foreign.id, foreign.capability, free.id, randomUUID(), 'not-an-id', 'a'.repeat(300), '%27'];
    for (const id of [...ids, '%00', '%zz']) {
      const { status, headers, text } = await app.ask('GET', `${resultsPath}/${id}`);
      const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      answers.add(JSON.stringify([status, shown, text]));
    }
    expect([...answers]).toEqual([expect.stringMatching(/^\[404,.*there is no result with this id/)]);
    expect((await app.ask('GET', `${resultsPath}/${foreign.id}`, { token })).status).toBe(200);
  });
});
