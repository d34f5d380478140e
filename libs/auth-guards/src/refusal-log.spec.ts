import { InMemoryTokenCutOffs } from '@governance/iam/spec';
import { startTokenIssuer, type TokenIssuer } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { contextOf, refusalOf, Verifier } from '../spec/support/verifier';
import { CallerVerifier } from './caller/caller-verifier';
import { RecordedCutOffs } from './caller/recorded-cut-offs';
import { linesPerWindow, RefusalLog, windowMs } from './refusal-log';
import { TokenRefused } from './tokens/token-refused';

describe('the log of refused tokens', () => {
  let issuer: TokenIssuer;
  let verifier: Verifier;
  let lines: unknown[];

  beforeAll(async () => {
    issuer = await startTokenIssuer({ now: () => verifier.clock.now() });
    verifier = new Verifier(issuer);
  });
  beforeEach(() => {
    lines = [];
    const note = (line: unknown): number => lines.push(line);
    Logger.overrideLogger({ log: note, warn: note, error: note });
  });
  afterAll(async () => {
    Logger.overrideLogger(false);
    verifier.close();
    await issuer.close();
  });

  async function lineFor(token: string | undefined): Promise<unknown[]> {
    const noCutOffs = new RecordedCutOffs(new InMemoryTokenCutOffs(), verifier.clock);
    const callers = new CallerVerifier(verifier.tokens, verifier.clock, noCutOffs);
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    await refusalOf(callers.verify(contextOf({ headers })));
    for (const part of token?.split('.') ?? []) expect(JSON.stringify(lines)).not.toContain(part);
    return lines;
  }

  it.each([
    ['aud', { aud: 'https://other.example' }, 'https://other.example'],
    ['aud', { aud: ['https://a.example', 'https://b.example'] }, '[https://a.example, https://b.example]'],
    ['iss', { iss: 'https://evil.example\n{"level":"fatal"}' }, 'https://evil.example?{"level":"fatal"}'],
    ['iss', { iss: 'x'.repeat(3_000) }, `${'x'.repeat(200)}…`],
    ['iss', { iss: undefined }, 'undefined'],
    ['exp', { exp: 17 }, '17'],
  ])('names %s, the expected and the actual value: %j', async (reason, claims, got) => {
    const [line, ...others] = await lineFor(issuer.mint({ claims }));
    expect(line).toMatchObject({ msg: 'access token refused', reason, got });
    expect(others).toEqual([]);
    const expected = { aud: issuer.audience, iss: issuer.issuer }[reason];
    if (expected !== undefined) expect(line).toMatchObject({ expected });
  });

  it('says that a signature is wrong, and shows nothing of it', async () => {
    const [head = '', body = ''] = issuer.mint().split('.');
    const [, , other = ''] = issuer.mint({ claims: { sub: 'another' } }).split('.');
    expect(await lineFor([head, body, other].join('.'))).toEqual([
      { msg: 'access token refused', reason: 'signature' },
    ]);
  });

  it('says nothing of a request without a token', async () => {
    expect(await lineFor(undefined)).toEqual([]);
  });

  it('has a limited number of lines per minute, and then a count', () => {
    let elapsed = 0;
    const log = new RefusalLog({ elapsedMs: () => elapsed });
    const refusal = new TokenRefused('the token is too long');
    for (let index = 0; index < linesPerWindow + 100; index += 1) log.note(refusal);
    expect(lines).toHaveLength(linesPerWindow);
    elapsed = windowMs;
    log.note(refusal);
    expect(lines.slice(linesPerWindow)).toEqual([
      { msg: 'more access tokens refused', suppressed: 100 },
      { msg: 'access token refused', reason: 'token', problem: 'the token is too long' },
    ]);
  });
});
