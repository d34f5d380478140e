import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { createClient } from '../support/clients';
import { newOrganization } from '../support/credentials-app';
import { attachedResult, listResults, resultsPath, storeResult } from '../support/org-results';

describe('GET /org/results/{resultId}', () => {
  const app = given(newOrganization, beforeEach);

  it('answers 200 with the entry of the list, also for an earlier result § 10.13k', async () => {
    const extras = { organizationName: 'Acme Ltd' };
    const overrides = { createdAt: new Date('2026-01-01T00:00:00.000Z') };
    const clientId = await createClient(app);
    const earlier = await attachedResult(app, { overrides, extras, clientId });
    const { id, capability } = await attachedResult(app, { extras, clientId });
    const [entry, before] = await listResults(app);
    expect(entry).toMatchObject({ id, earlier: { id: earlier.id }, latest: true });
    const { status, body, headers, text } = await app.ask('GET', `${resultsPath}/${id.toUpperCase()}`);
    expect([status, headers.get('cache-control'), body]).toEqual([200, 'no-store', entry]);
    expect(text).not.toContain(capability);
    expect((await app.ask('GET', `${resultsPath}/${earlier.id}`)).body).toEqual(before);
  });

  it('answers 404, identical to the byte, for one of another organization, one of none and an unknown one § 10.13o', async () => {
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
