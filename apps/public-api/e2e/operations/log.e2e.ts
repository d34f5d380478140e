import { callHttp, type HttpAnswer, type LogEntry, opened } from '@governance/testing';
import { once } from 'node:events';
import { connect } from 'node:net';
import { goldenCase } from '../support/golden';
import { publicPrograms, type Service } from '../support/public-programs';

describe('the log of the public surface', () => {
  const programs = opened(publicPrograms);
  let service: Service;

  beforeAll(async () => {
    service = await programs.start('main');
  });

  /** The log line of the request with this id, when it appears. */
  function lineOf(requestId: string): Promise<LogEntry> {
    return service.program.logged((entry) => entry.requestId === requestId);
  }

  interface Call {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
  }

  function call(path: string, requestId: string, { headers, ...init }: Call = {}): Promise<HttpAnswer> {
    return callHttp(service.origin + path, { ...init, headers: { ...headers, 'x-request-id': requestId } });
  }

  it('is JSON from the first line § V16.2.3 V16.2.4', () => {
    const [first] = service.program.log();
    expect(first).toMatchObject({ level: 'info', program: 'public-api' });
    expect(first?.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it.each([
    { path: '/health', status: 200 },
    { path: '/no/such/path?format=json&secret=1', status: 404, logged: '/no/such/path?format=json' },
    { path: '/api/me', method: 'DELETE', status: 405 },
    { path: '/api/survey-results', method: 'POST', body: '{broken', status: 400 },
    { path: '/api/survey-results/%E0%A4%A/verify', status: 400, logged: '/api/survey-results/…/verify' },
    {
      path: '/api/certification/verify/3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19?format=json',
      status: 200,
      logged: '/api/certification/verify/3f1c5a0e…?format=json',
    },
  ])('has one line for $path ($status)', async ({ path, logged = path, method = 'GET', body, status }) => {
    const requestId = `one-line-${path.length}-${status}`;
    const headers = { 'content-type': 'application/json', authorization: 'Bearer secret-token' };
    await call(path, requestId, { method, headers, ...(body !== undefined && { body }) });
    await lineOf(requestId);
    await call('/health', `after-${requestId}`);
    await lineOf(`after-${requestId}`);

    const lines = service.program.log().filter((entry) => entry.requestId === requestId);
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.any(String) as unknown,
        program: 'public-api',
        requestId,
        surface: 'public',
        method,
        path: logged,
        status,
        durationMs: expect.any(Number) as unknown,
        msg: 'request',
      },
    ]);
  });

  it('has one line for an aborted request, and one for an invalid request', async () => {
    const upload = connect(service.port, '127.0.0.1');
    const head = [
      'POST /api/survey-results HTTP/1.1',
      'Host: x',
      'X-Request-Id: gone',
      'Content-Length: 100',
      'Expect: 100-continue',
    ];
    upload.write([...head, 'Content-Type: application/json', '', '{"an'].join('\r\n'));
    // The server requests the body after it has the headers.
    const [goOn] = (await once(upload, 'data')) as [Buffer];
    expect(goOn.toString()).toMatch(/^HTTP\/1\.1 100 /);
    upload.destroy();
    expect(await lineOf('gone')).toMatchObject({ status: 499, msg: 'request aborted' });

    const noise = connect(service.port, '127.0.0.1');
    noise.end('this is not HTTP\r\n\r\n');
    const [answer] = (await once(noise, 'data')) as [Buffer];
    expect(answer.toString()).toContain('{"error":"the request is not valid HTTP"}');
    await service.program.logged((entry) => entry.msg === 'malformed request' && entry.status === 400);
  });

  it('records why a request failed, with the PostgreSQL error and without the sent data', async () => {
    const { mode, answers } = goldenCase('persona-controlled-pilot');
    const body = JSON.stringify({
      mode,
      answers,
      submitterEmail: 'assessor@example.com',
      notes: 'private notes',
    });
    const headers = { 'content-type': 'application/json' };
    await programs.sql('ALTER TABLE survey_results ADD CONSTRAINT never CHECK (false) NOT VALID');
    const answer = await call('/api/survey-results', 'fails', { method: 'POST', headers, body });
    await programs.sql('ALTER TABLE survey_results DROP CONSTRAINT never');

    expect(answer.status).toBe(500);
    const line = await lineOf('fails');
    expect(line).toMatchObject({ level: 'error', status: 500, err: { code: '23514 never' } });
    expect((line.err as { stack: string }).stack).toMatch(/^ {4}at /);
  });

  it('contains no token, no address, no note, no header and no body § V16.2.5', () => {
    const all = JSON.stringify(service.program.log());
    expect(all).not.toMatch(/secret|assessor|private|Bearer|content-type|127\.0\.0\.1/i);
  });
});
