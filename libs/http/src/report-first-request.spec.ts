import { createProgramLog } from '@governance/runtime';
import { createServer, type IncomingMessage } from 'node:http';
import { reportFirstRequest } from './report-first-request';

type Line = Readonly<Record<string, unknown>>;

function reported(trustProxy: number | readonly string[], ...requests: (string | undefined)[]): Line[] {
  const lines: Line[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Line);
  const server = createServer();
  const log = createProgramLog({ program: 'spec', level: 'info' }, { write });
  reportFirstRequest(server, { log, trustProxy });
  for (const forwarded of requests) {
    const headers: IncomingMessage['headers'] =
      forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    server.emit('request', { headers });
  }
  return lines;
}

describe('the report of the first request', () => {
  it.each([
    [1, '203.0.113.9'],
    [2, '203.0.113.9, 198.51.100.1'],
    [['10.0.0.0/8'], '203.0.113.9, 198.51.100.1'],
  ])('confirms TRUST_PROXY=%j with X-Forwarded-For: %s', (trustProxy, forwarded) => {
    const [line, ...more] = reported(trustProxy, forwarded, '203.0.113.9, 192.0.2.1, 192.0.2.2');
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: 'info', msg: 'first request', trustProxy });
    expect(JSON.stringify(line)).not.toContain('203.0.113.9');
  });

  it('says nothing where no proxy is expected or seen', () => {
    expect(reported(0, undefined)).toEqual([]);
  });

  it.each([
    [1, '203.0.113.9, 198.51.100.1', 2],
    [2, '203.0.113.9', 1],
    [1, undefined, 0],
    [0, '203.0.113.9', 1],
  ])(
    'warns of TRUST_PROXY=%j with X-Forwarded-For: %s § V15.3.4',
    (trustProxy, forwarded, forwardedAddresses) => {
      const msg = 'the first request passed another number of proxies than TRUST_PROXY says';
      expect(reported(trustProxy, forwarded)).toEqual([
        expect.objectContaining({ level: 'warn', msg, trustProxy, forwardedAddresses }) as Line,
      ]);
    },
  );
});
