import { FixedClock, given } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { networkOf } from '../src/network/upstream-network';
import { IssuerKeys } from '../src/trust-rules/issuer-keys';
import { signedAssertion } from '../src/trust-rules/signed-assertion';
import {
  commonClaims,
  signingKid,
  startWorkloadIssuer,
  type WorkloadIssuer,
} from './support/workload-issuer';

const minute = 60_000;

describe('the keys of an issuer', () => {
  const platform = given(startWorkloadIssuer);
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  afterAll(() => platform.close());
  beforeEach(() => {
    platform.requests.length = 0;
    platform.fault.answer = undefined;
  });

  const clock = new FixedClock(new Date('2026-11-20T12:00:00Z'));
  const newKeys = (): IssuerKeys => new IssuerKeys(networkOf(true), true, clock);
  const isDown: WorkloadIssuer['fault']['answer'] = (_req, res) => {
    res.writeHead(503).end();
    return true;
  };
  const found = async (keys: IssuerKeys, kid: unknown = signingKid): Promise<boolean> =>
    (await keys.find(platform.issuer, kid)) !== undefined;

  it('are fetched once for many requests, and again after five minutes', async () => {
    const keys = newKeys();
    const answers = await Promise.all(Array.from({ length: 50 }, () => found(keys)));
    expect(new Set(answers)).toEqual(new Set([true]));
    expect(platform.requests).toEqual(['/.well-known/openid-configuration', '/jwks']);
    clock.advance(4 * minute);
    await found(keys);
    expect(platform.requests).toHaveLength(2);
    clock.advance(minute);
    await found(keys);
    expect(platform.requests).toHaveLength(4);
  });

  it('are used for an hour while the issuer is away, and not longer', async () => {
    const keys = newKeys();
    expect(await found(keys)).toBe(true);
    platform.fault.answer = isDown;
    clock.advance(59 * minute);
    expect(await found(keys)).toBe(true);
    clock.advance(minute);
    expect(await found(keys)).toBe(false);
    platform.fault.answer = undefined;
    clock.advance(minute);
    expect(await found(keys)).toBe(true);
  });

  it('are fetched again for an unknown kid, at most every 15 seconds', async () => {
    const keys = newKeys();
    for (let number = 0; number < 20; number++) await found(keys, `unknown-${number}`);
    expect(platform.requests).toHaveLength(2);
    clock.advance(15_000);
    await Promise.all(Array.from({ length: 20 }, (_, number) => found(keys, `unknown-${number}`)));
    expect(platform.requests).toHaveLength(4);
    // A known one does not wait for that.
    await found(keys);
    expect(platform.requests).toHaveLength(4);
  });

  it('change with the issuer: a new key is accepted at once, the old one no more', async () => {
    const [keys, next] = [newKeys(), await startWorkloadIssuer()];
    const claims = commonClaims(platform.issuer, 'us');
    const rule = { issuer: platform.issuer, keySet: undefined };
    const old = await platform.sign(claims);
    expect(await signedAssertion(old, rule, keys)).toMatchObject({ type: 'JWT' });
    const jwk = { ...next.keySet.keys[0], kty: 'RSA' };
    const former = platform.keySet.keys;
    platform.keySet.keys = [{ ...jwk, kid: 'key-2' }];
    clock.advance(15_000);
    const signed = await next.sign(claims, { header: { kid: 'key-2' } });
    expect(await signedAssertion(signed, rule, keys)).toMatchObject({ type: 'JWT' });
    await expect(signedAssertion(old, rule, keys)).rejects.toThrow('no key of the issuer fits kid and alg');
    platform.keySet.keys = former;
    await next.close();
  });

  it.each<[string, WorkloadIssuer['fault']['answer']]>([
    ['is down', isDown],
    [
      'redirects',
      (req, res) => {
        res.writeHead(302, { location: `${platform.issuer}/elsewhere${req.url ?? ''}` }).end();
        return true;
      },
    ],
    [
      'sends a huge key set',
      ({ url }, res) => {
        if (url === '/jwks') res.end(`{"keys":[],"padding":"${'x'.repeat(300_000)}"}`);
        return url === '/jwks';
      },
    ],
    [
      'sends no JSON',
      (_req, res) => {
        res.end('<html>');
        return true;
      },
    ],
    [
      'breaks off',
      (req) => {
        req.socket.destroy();
        return true;
      },
    ],
  ])('are none while the issuer %s, and each request is not another attempt', async (_case, answer) => {
    const keys = newKeys();
    platform.fault.answer = answer;
    for (let number = 0; number < 5; number++) expect(await found(keys)).toBe(false);
    expect(platform.requests.length).toBeLessThanOrEqual(2);
  });

  it.each<[string, Record<string, unknown>]>([
    ['calls itself another issuer', { issuer: 'https://issuer.example.org' }],
    ['names no keys', { jwks_uri: undefined }],
    ['names keys in a file', { jwks_uri: 'file:///etc/passwd' }],
    ['names keys in a private network', { jwks_uri: 'http://169.254.169.254/latest/meta-data' }],
  ])('are none of an issuer that %s', async (_case, changes) => {
    const former = { ...platform.metadata };
    Object.assign(platform.metadata, changes);
    expect(await found(newKeys())).toBe(false);
    Object.assign(platform.metadata, former);
  });

  it('are not fetched from this machine or without TLS outside development', async () => {
    const keys = new IssuerKeys(networkOf(false), false, clock);
    expect(await found(keys)).toBe(false);
    expect(await keys.find(platform.issuer.replace('http:', 'https:'), signingKid)).toBeUndefined();
    // Nor by a name that leads there.
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const named = new IssuerKeys(networkOf(false, resolve), true, clock);
    expect(await named.find(platform.issuer.replace('127.0.0.1', 'localhost'), signingKid)).toBeUndefined();
    expect(platform.requests).toEqual([]);
  });

  it('are for the algorithms that the issuer offers, and never symmetric ones', async () => {
    const former = { ...platform.metadata };
    const algorithms = async (offered: unknown): Promise<readonly string[] | undefined> => {
      platform.metadata.id_token_signing_alg_values_supported = offered;
      return (await newKeys().find(platform.issuer, signingKid))?.algorithms;
    };
    expect(await algorithms(['ES256', 'HS256', 'none', 7])).toEqual(['ES256']);
    expect(await algorithms(undefined)).toEqual(['RS256']);
    Object.assign(platform.metadata, former);
    platform.keySet.keys.push({ kty: 'oct', kid: 'secret', k: 'AAAA' });
    expect((await newKeys().find(platform.issuer, signingKid))?.kids).toEqual(new Set([signingKid]));
    platform.keySet.keys.pop();
  });
});
