import { callHttp, type HttpAnswer, opened, whileHeld } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import { sharedPublicApp, startPublicApp } from '../support/public-app';

const text = 'the service is temporarily unavailable, try again';
const read = `/api/certification/verify/${randomUUID()}?format=json`;

describe('a process that works on as many requests as it may', () => {
  const app = opened(async () =>
    startPublicApp({ beside: await sharedPublicApp(), settings: { MAX_CONCURRENT_REQUESTS: 1 } }),
  );

  function call(path: string, init?: RequestInit): Promise<HttpAnswer> {
    return callHttp(app.origin + path, init);
  }

  it('answers 503 with Retry-After before it reads the body, and completes the request in progress', async () => {
    const inProgress = await whileHeld(
      { databaseUrl: app.databaseUrl, request: () => call(read) },
      async () => {
        const refused = await call('/api/survey-results', {
          method: 'POST',
          body: 'not JSON',
          headers: { 'x-request-id': 'refused-1' },
        });
        expect(refused).toMatchObject({ status: 503, body: { error: text } });
        expect(Object.fromEntries(refused.headers)).toMatchObject({
          'retry-after': '2',
          'cache-control': 'no-store',
          'x-request-id': 'refused-1',
          'x-content-type-options': 'nosniff',
        });
      },
    );
    expect(inProgress).toMatchObject({ status: 200, body: { valid: false } });
    expect((await call(read)).status).toBe(200);
  });

  it('still answers probes and GET /api/me § 4.1g', async () => {
    await whileHeld({ databaseUrl: app.databaseUrl, request: () => call(read) }, async () => {
      for (const probe of ['/health', '/health?x=1', '/health/live', '/health/ready', '/api/me'])
        expect((await call(probe)).status).toBe(200);
      expect((await call('/healthy')).status).toBe(503);
    });
  });

  it('is not full because of clients that send their body slowly', async () => {
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1');
    const head = 'POST /api/survey-results HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n`);
    // The server has taken the request when it asks for the body.
    await once(socket, 'data');
    expect((await call(read)).status).toBe(200);
    socket.destroy();
  });
});
