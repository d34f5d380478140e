import { IdentityProviderUnavailable } from '@governance/iam';
import { freePort, opened } from '@governance/testing';
import { type RequestListener } from 'node:http';
import { inspect } from 'node:util';
import * as z from 'zod';
import { answering, startManagementServer } from '../../spec/support/management-server';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi, type ManagementCall } from './management-api';

const managementToken = 'canary-token-0123456789';
const call: ManagementCall = {
  method: 'PUT',
  path: '/clients/1/secret',
  body: { secret: 'gmc_canary-secret' },
};
const expected = { 200: z.object({ clientId: z.string() }), 404: z.object({ error: z.string() }) };

const text =
  (status: number, body: string): RequestListener =>
  (_req, res) => {
    res.writeHead(status).end(body);
  };

/** The failure, the server that causes it, and the text for the operator. */
const troubles: readonly (readonly [string, RequestListener, RegExp])[] = [
  ['no answer', () => undefined, /TimeoutError$/],
  [
    'an answer that does not end',
    (_req, res) => {
      res.writeHead(200).write('{"canary-answer": ');
    },
    /TimeoutError$/,
  ],
  ['a connection that ends before the answer', (req) => req.socket.destroy(), /UND_ERR_SOCKET$/],
  [
    'a connection that ends within the answer',
    (_req, res) => {
      res.writeHead(200, { 'content-length': '100' }).write('{"canary-answer": ', () => res.destroy());
    },
    /UND_ERR_SOCKET$/,
  ],
  [
    'no HTTP',
    (req) => {
      req.socket.end('HTTP/9 canary-answer\r\n\r\n');
    },
    /HTTPParserError$/,
  ],
  ['no JSON', text(200, 'canary-answer'), /answered 200 with something else than expected: the whole$/],
  ['half of the JSON', text(200, '{"clientId": "canary-answer'), /expected: the whole$/],
  ['nothing', text(200, ''), /expected: the whole$/],
  ['JSON of another type', answering(200, ['canary-answer']), /expected: the whole$/],
  ['a member of another type', answering(200, { clientId: { canary: 'answer' } }), /expected: clientId$/],
  ['a 404 without a reason', answering(404, {}), /answered 404 with .*: error$/],
  [
    'far too much',
    (_req, res) => {
      res.writeHead(200).end(`{"clientId": "${'canary-answer'.repeat(100_000)}"}`);
    },
    /AnswerTooLarge$/,
  ],
  [
    'far too much without a length',
    (_req, res) => {
      const more = (): boolean => !res.destroyed && res.write('canary-answer'.repeat(1000), more);
      more();
    },
    /AnswerTooLarge$/,
  ],
  [
    'a redirect',
    (_req, res) => {
      res.writeHead(307, { location: '/canary-elsewhere' }).end();
    },
    /answered 307$/,
  ],
  ['401', answering(401, { error: 'canary-answer' }), /the management token is refused$/],
  ...[400, 403, 409, 429, 500, 503].map(
    (status) =>
      [
        String(status),
        answering(status, { error: 'canary-answer', clientId: 'canary-answer' }),
        new RegExp(`answered ${status}$`),
      ] as const,
  ),
];

describe('ManagementApi', () => {
  const server = opened(startManagementServer);

  function ask(changes: Partial<EmbeddedSettings> = {}): Promise<unknown> {
    const { managementUrl } = server;
    const api = new ManagementApi({ managementUrl, managementToken, timeoutMs: 60_000, ...changes });
    return api.call<unknown>(call, expected);
  }

  /** The cause of the rejection, which must quote nothing. */
  async function failureOf(asked: Promise<unknown>): Promise<string> {
    const error = await asked.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(IdentityProviderUnavailable);
    expect(inspect(error, { depth: 8, showHidden: true })).not.toMatch(/canary/);
    return ((error as Error).cause as Error).message;
  }

  it('returns the expected response, with and without a slash at the end of the URL', async () => {
    server.answer(answering(200, { clientId: 'a', more: 'left out' }));
    expect(await ask()).toEqual({ clientId: 'a' });
    expect(await ask({ managementUrl: `${server.managementUrl}/` })).toEqual({ clientId: 'a' });
    expect(server.seen.map(({ url }) => url)).toEqual(Array(2).fill('/management/v1/clients/1/secret'));
  });

  it('reports of each request whether the provider was available, which a refusal does not contradict', async () => {
    const outcomes: string[] = [];
    const onOutcome = (outcome: string): void => void outcomes.push(outcome);
    server.answer(...[200, 404, 401, 503].map((status) => answering(status, { clientId: 'a', error: 'a' })));
    for (let count = 0; count < 4; count += 1) await ask({ onOutcome }).catch(() => undefined);
    await ask({ onOutcome, managementUrl: `http://127.0.0.1:${await freePort()}/management` }).catch(
      () => undefined,
    );
    expect(outcomes).toEqual(['answered', 'answered', 'answered', 'unavailable', 'unavailable']);
  });

  it('keeps its connections, also after an answer that is not 200', async () => {
    const ports = new Set<number | undefined>();
    server.answer((req, res) => {
      ports.add(req.socket.remotePort);
      answering(server.seen.length % 2 === 0 ? 200 : 404, { clientId: 'a', error: 'a' })(req, res);
    });
    for (let count = 0; count < 10; count += 1) await ask();
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it.each(troubles)('is unavailable after %s, once, and says why', async (_trouble, listener, why) => {
    server.answer(listener);
    // Only an answer that never ends may meet the limit, on a busy machine too.
    const timeoutMs = why.source.startsWith('TimeoutError') ? 500 : 60_000;
    const message = await failureOf(ask({ timeoutMs }));
    expect(message).toMatch(why);
    expect(message).toMatch(/^PUT \/clients\/1\/secret: /);
    expect(server.seen).toHaveLength(1);
  });

  it('is unavailable when no server listens', async () => {
    const managementUrl = `http://127.0.0.1:${await freePort()}`;
    expect(await failureOf(ask({ managementUrl }))).toMatch(/ECONNREFUSED$/);
  });

  it('does not reveal a token that is not valid in a header', async () => {
    expect(await failureOf(ask({ managementToken: 'canary\ntoken' }))).toMatch(/TypeError$/);
  });
});
