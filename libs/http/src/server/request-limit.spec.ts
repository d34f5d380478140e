import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { platformSurface } from '../surface';
import { RequestLimit } from './request-limit';

/** A request and its response, which is not sent. */
function exchange(url = '/', { method = 'GET', headers = {} }: Partial<IncomingMessage> = {}) {
  const req = Object.assign(new IncomingMessage(new Socket()), { url, method, headers });
  const res = new ServerResponse(req);
  const answer = { status: 0, headers: {}, body: '' };
  jest.spyOn(res, 'writeHead').mockImplementation((status, sent) => {
    Object.assign(answer, { status, headers: pairsOf(sent) });
    return res;
  });
  jest.spyOn(res, 'end').mockImplementation((body: unknown) => {
    Object.assign(answer, { body });
    return res;
  });
  return { answer, req, res };
}

/** Headers by name, from a list of names and values in turn. */
function pairsOf(list: unknown): Record<string, unknown> {
  if (!Array.isArray(list)) {
    throw new TypeError('the headers are not a list');
  }
  const texts: readonly unknown[] = list;
  return Object.fromEntries(
    texts.flatMap((name, i) => (i % 2 ? [] : [[String(name), texts[i + 1]] as const])),
  );
}

describe('the limit of requests', () => {
  let refused: number;
  let limit: RequestLimit;
  beforeEach(() => {
    refused = 0;
    limit = new RequestLimit({ limit: 1, surface: platformSurface, onRefused: () => (refused += 1) });
  });

  function admits({ req, res }: ReturnType<typeof exchange>): boolean {
    return limit.admits(req, res);
  }

  it('refuses those beyond it, in the format of the surface, until one is complete', () => {
    const [first, second] = [exchange(), exchange('/self/me', { headers: { 'x-request-id': 'one' } })];
    expect([admits(first), admits(second), refused]).toEqual([true, false, 1]);
    expect(second.answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2', 'x-request-id': 'one', 'api-supported-versions': '1.0' },
    });
    expect(JSON.parse(second.answer.body)).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'the service is temporarily unavailable, try again',
    });
    first.res.emit('close');
    expect(admits(exchange())).toBe(true);
  });

  it('refuses verifications in the public format', () => {
    const verification = exchange('/api/certification/verify/42');
    expect([admits(exchange()), admits(verification)]).toEqual([true, false]);
    const text = 'the service is temporarily unavailable, try again';
    expect(JSON.parse(verification.answer.body)).toEqual({ error: text });
  });

  it.each(['/health', '/health?x', '/health/live', '/health/ready', '/api/me', '/api/me?x'])(
    'never refuses GET %s',
    (url) => {
      expect([admits(exchange()), admits(exchange(url)), refused]).toEqual([true, true, 0]);
    },
  );

  it('counts a request with a body from the end of the body', () => {
    const upload = exchange('/', { method: 'POST', headers: { 'content-length': '9' } });
    expect([admits(upload), admits(exchange())]).toEqual([true, true]);
  });

  it('counts it then', () => {
    const upload = exchange('/', { method: 'POST', headers: { 'content-length': '9' } });
    admits(upload);
    upload.req.emit('end');
    expect(admits(exchange())).toBe(false);
  });

  it('does not count a complete response that its client reads slowly', () => {
    const slow = exchange();
    admits(slow);
    Object.defineProperty(slow.res, 'writableEnded', { value: true });
    expect(admits(exchange())).toBe(true);
    // Its reader has read it: the request that came instead is still worked on.
    slow.res.emit('close');
    expect(admits(exchange())).toBe(false);
  });

  it('does not count a request whose client has gone', () => {
    const gone = exchange('/', { method: 'POST', headers: { 'content-length': '9' } });
    admits(gone);
    gone.res.destroyed = true;
    gone.req.emit('end');
    expect(admits(exchange())).toBe(true);
  });
});
