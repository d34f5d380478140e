import { InMemoryTokenCutOffs } from '@governance/iam/spec';
import { freePort, given, type MintOptions, startTokenIssuer } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import { acceptedIssuer, contextOf, refusalOf, Verifier } from '../spec/support/verifier';
import { CallerVerifier } from './caller/caller-verifier';
import { RecordedCutOffs } from './caller/recorded-cut-offs';
import { TokenChecks } from './caller/token-checks';
import { linesPerWindow, RefusalLog, windowMs } from './refusal-log';
import { TokenRefused } from './tokens/token-refused';

describe('the log of refused tokens', () => {
  const issuer = given(() => startTokenIssuer({ now: () => verifier.clock.now() }));
  let verifier: Verifier;
  let lines: unknown[];

  beforeAll(() => {
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

  async function lineFor(token: string | undefined, by = verifier): Promise<unknown[]> {
    const noCutOffs = new RecordedCutOffs(new InMemoryTokenCutOffs(), by.clock);
    const callers = new CallerVerifier(by.tokens, by.clock, noCutOffs, new TokenChecks(new Registry()));
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
  ])('names %s, the expected and the actual value: %j § V16.3.2', async (reason, claims, got) => {
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

  it.each<[string, MintOptions]>([
    ['typ is not accepted', { header: { typ: 'JWT' } }],
    ['kid is unknown', { header: { kid: 'unknown' } }],
    ['organization names 2 organizations, not one', { claims: { organization: ['acme', 'initech'] } }],
    ['the issuer may not issue tokens of a machine', { claims: { sub: 'app-1', sid: undefined } }],
    ['neither person nor machine', { claims: { sid: undefined } }],
    ['both person and machine', { claims: { gty: 'client-credentials' } }],
    ['acr is not a string', { claims: { acr: 2 } }],
  ])('says for a token of an issuer with a profile: %s', async (problem, draft) => {
    const description = { claims: { org_id: 'organization' }, freshness: 'acr', acrValues: ['2'] } as const;
    const ofPeople = new Verifier(issuer, {
      clock: verifier.clock,
      settings: acceptedIssuer(issuer, { issues: ['people'], ...description }),
    });
    const claims = { auth_time: undefined, client_id: 'app-1', ...draft.claims };
    const [line, ...others] = await lineFor(issuer.mint({ ...draft, claims }), ofPeople);
    expect(line).toMatchObject({ msg: 'access token refused', problem });
    expect(others).toEqual([]);
    ofPeople.close();
  });

  it('says nothing of a request without a token', async () => {
    expect(await lineFor(undefined)).toEqual([]);
  });

  it('is beside a count of each outcome, which leaves out requests without a token', async () => {
    const keysAway = new Verifier(issuer, {
      clock: verifier.clock,
      settings: { jwksUri: `http://127.0.0.1:${await freePort()}/` },
    });
    const counts: unknown[] = [];
    for (const [token, by] of [
      [issuer.mint(), verifier],
      ['no.token', verifier],
      [undefined, verifier],
      [issuer.mint(), keysAway],
    ] as const) {
      const own = new Registry();
      const { tokens, clock } = by;
      const cutOffs = new RecordedCutOffs(new InMemoryTokenCutOffs(), clock);
      const callers = new CallerVerifier(tokens, clock, cutOffs, new TokenChecks(own));
      const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
      await callers.verify(contextOf({ headers })).catch(() => undefined);
      const metrics = await own.metrics();
      counts.push(/^access_token_checks_total\{outcome="(\w+)"\} 1$/m.exec(metrics)?.[1]);
    }
    expect(counts).toEqual(['accepted', 'refused', undefined, 'failed']);
    keysAway.close();
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
