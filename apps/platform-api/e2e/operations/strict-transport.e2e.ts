import { opened, sendRaw } from '@governance/testing';
import { startPlatformApp } from '../support/platform-app';

describe('the platform in production', () => {
  const app = opened(() => startPlatformApp({ settings: { ENVIRONMENT: 'production' } }));

  it.each([
    ['GET /health HTTP/1.1\r\nHost: x', 200],
    ['GET /nothing HTTP/1.1\r\nHost: x', 404],
    ['GET /api/certification/verify/42 HTTP/1.1\r\nHost: x', 400],
    ['GET /health HTTP/1.1', 400],
    ['noise', 400],
  ])('sends Strict-Transport-Security in response to %j § V3.4.1', async (head, status) => {
    const answer = await sendRaw(Number(new URL(app.origin).port), `${head}\r\nConnection: close\r\n\r\n`);
    expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([
      status,
      'max-age=31536000',
    ]);
  });
});
