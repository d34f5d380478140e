import {
  answersToDocumentedRequests,
  callHttp,
  type DocumentedAnswers,
  given,
  propertyRuns,
} from '@governance/testing';
import { sharedPublicApp } from '../support/public-app';

const numRuns = Math.max(400, propertyRuns);

describe('the public surface, to requests made from its document', () => {
  const app = given(sharedPublicApp);
  let answers: DocumentedAnswers;
  beforeAll(
    async () => {
      answers = await answersToDocumentedRequests({
        document: (await app.get('/openapi.json')).body,
        numRuns,
        send: ({ path, ...init }) => callHttp(app.origin + path, { ...init, redirect: 'manual' }),
        resetLimits: () => app.sql('TRUNCATE rate_limits'),
      });
    },
    numRuns * 400 + 60_000,
  );

  it('answers as documented § V2.2.1 V4.1.1', () => {
    expect([...answers.differences]).toEqual([]);
  });

  it('gets at least one request to every operation of the document', () => {
    expect(answers.unsent).toEqual([]);
  });

  it('answers each kind of request, and none with 5xx', () => {
    const statuses = [...answers.statuses.keys()];
    expect(statuses).toEqual(expect.arrayContaining([200, 201, 204, 400, 404]));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
