import { callHttp, given, opened, sendRaw, startInbox } from '@governance/testing';
import { sharedPublicApp, startPublicApp } from '../support/public-app';
import { publicPrograms, type Service, submitTo } from '../support/public-programs';

const submitterEmail = 'assessor@example.com';

describe('the management port', () => {
  const programs = given(publicPrograms);
  const inbox = given(startInbox);
  let service: Service;
  let worker: Service;

  beforeAll(async () => {
    const mail = { SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'certificates@example.org' };
    [service, worker] = await Promise.all([programs.start('main'), programs.start('worker', mail)]);
  });
  afterAll(async () => {
    await programs.close();
    await inbox.close();
  });

  async function metrics({ management }: Service): Promise<string> {
    const { status, text } = await callHttp(`${management}/metrics`);
    expect(status).toBe(200);
    return text;
  }

  it('serves only probes and metrics, of the HTTP process and of the worker', async () => {
    for (const { management } of [service, worker]) {
      for (const path of ['/health/live', '/health/ready']) {
        expect(await callHttp(management + path)).toMatchObject({ status: 200, body: { status: 'ok' } });
      }
      for (const path of ['/', '/health', '/api/me', '/metrics/x']) {
        expect((await callHttp(management + path)).status).toBe(404);
      }
      expect((await callHttp(`${management}/metrics`, { method: 'POST' })).status).toBe(405);
    }
    expect((await callHttp(`${service.origin}/metrics`)).status).toBe(404);
  });

  it('counts requests by route and unknown paths together', async () => {
    for (const path of ['/health', '/nowhere/1', '/nowhere/2', '/api/survey-results/x/verify']) {
      await callHttp(service.origin + path);
    }
    const text = await metrics(service);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/health",status="200"\} \d/,
    );
    expect(text).toMatch(/_count\{method="GET",route="\/api\/survey-results\/:id\/verify",status="400"\} 1/);
    expect(text).toMatch(/_count\{method="GET",route="unmatched",status="404"\} [23]/);
    expect(text).not.toContain('nowhere');
    expect(text).toContain('process_cpu_seconds_total');
  });

  it('counts refused submissions by status and kind § V16.3.3', async () => {
    await submitTo(service, { mode: 'unknown' });
    await submitTo(service, { submitterEmail: 'x'.repeat(200_000) });
    const text = await metrics(service);
    const labels = (status: number, kind: string) =>
      `{method="POST",route="/api/survey-results",status="${status}",kind="${kind}"} 1`;
    expect(text).toContain(`http_requests_refused_total${labels(400, 'invalid')}`);
    expect(text).toContain(`http_requests_refused_total${labels(413, 'too_large')}`);
  });

  it('reports the backlog, the outcomes of deliveries and the drawing time, without personal data', async () => {
    await submitTo(service, { submitterEmail });
    await inbox.waitForMail(submitterEmail);
    await worker.program.logged(({ outcome }) => outcome === 'sent');

    const text = await metrics(worker);
    expect(text).toContain('deliveries_total{outcome="sent"} 1');
    expect(text).toContain('certificate_render_duration_seconds_count{outcome="done"} 1');
    expect(text).toMatch(/^deliveries_due 0$/m);
    expect(text).toMatch(/^deliveries_oldest_due_age_seconds 0$/m);
    for (const all of [text, await metrics(service)])
      expect(all).not.toMatch(/assessor|@|[0-9a-f]{8}-[0-9a-f]{4}/);
  });
});

describe('the public surface in production', () => {
  const app = opened(async () =>
    startPublicApp({ beside: await sharedPublicApp(), settings: { ENVIRONMENT: 'production' } }),
  );

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

describe('GET /health', () => {
  const app = opened(startPublicApp);

  it('answers 200 with a status and nothing else § 1.3a 2.6a 4.1a 4a 5.1.1d', async () => {
    const { status, body } = await app.get('/health');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('reports that the process is live and ready', async () => {
    expect((await app.get('/health/live')).status).toBe(200);
    expect((await app.get('/health/ready')).status).toBe(200);
  });

  it('still answers 200 without a database, and reports that it is not ready § 4.1b', async () => {
    await app.loseDatabase();
    expect((await app.get('/health')).status).toBe(200);
    expect((await app.get('/health/live')).status).toBe(200);
    expect((await app.get('/health/ready')).status).toBe(503);
  });
});
