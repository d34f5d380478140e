import {
  answersToDocumentedRequests,
  callHttp,
  type DocumentedAnswers,
  opened,
  propertyRuns,
} from '@governance/testing';
import { startCredentialsApp } from '../support/credentials-app';

const numRuns = Math.max(600, propertyRuns);

describe('the platform, to requests made from its document', () => {
  const app = opened(startCredentialsApp);
  let answers: DocumentedAnswers;
  beforeAll(
    async () => {
      answers = await answersToDocumentedRequests({
        document: (await app.call('/openapi.json')).body,
        numRuns,
        send: ({ path, headers, ...rest }) => {
          const authorization = `Bearer ${app.personToken()}`;
          return callHttp(app.origin + path, {
            ...rest,
            headers: { ...headers, authorization },
            redirect: 'manual',
          });
        },
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

  it('answers each kind of request, and none with 5xx § V1.2.4', () => {
    const statuses = [...answers.statuses.keys()];
    expect(statuses).toEqual(expect.arrayContaining([200, 201, 204, 400, 404]));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
