import { answersToDocumentedRequests, type DocumentedAnswers, propertyRuns } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IdentityApp, managementToken, startIdentityApp } from './support/identity-app';

const numRuns = Math.max(400, propertyRuns);
const file = join(__dirname, '../../../docs/api/identity.openapi.json');

describe('the management API, to requests made from its document', () => {
  let identity: IdentityApp;
  let answers: DocumentedAnswers;
  beforeAll(
    async () => {
      identity = await startIdentityApp();
      answers = await answersToDocumentedRequests({
        document: JSON.parse(readFileSync(file, 'utf8')) as object,
        numRuns,
        send: ({ path, headers, ...rest }) =>
          identity.call(path, {
            ...rest,
            headers: { ...headers, authorization: `Bearer ${managementToken}` },
          }),
        resetLimits: () => Promise.resolve(),
      });
    },
    numRuns * 400 + 60_000,
  );
  afterAll(() => identity.close());

  it('answers as documented', () => {
    expect([...answers.differences]).toEqual([]);
  });

  it('gets at least one request to every operation of the document', () => {
    expect(answers.unsent).toEqual([]);
  });

  it('answers each kind of request, and none with 5xx', () => {
    const statuses = [...answers.statuses.keys()];
    expect(statuses).toEqual(expect.arrayContaining([200, 204, 400, 404]));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
