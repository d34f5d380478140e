import { opened } from './given';
import { createRemoteJWKSet, jwtVerify, type JWTVerifyResult } from 'jose';
import { callHttp } from './call-http';
import { hostileTokens } from './hostile-tokens';
import { signingAlgorithms } from './test-signing-key';
import { startTokenIssuer } from './token-issuer';

describe('startTokenIssuer', () => {
  const issuer = opened(
    () => startTokenIssuer({ audience: 'https://api.example.org' }),
    [beforeEach, afterEach],
  );

  /** Another implementation than that of the services. */
  function verify(token: string): Promise<JWTVerifyResult> {
    const keys = createRemoteJWKSet(new URL(issuer.jwksUri), { timeoutDuration: 300 });
    return jwtVerify(token, keys, { issuer: issuer.issuer, audience: issuer.audience, typ: 'at+jwt' });
  }

  it.each(signingAlgorithms)('makes tokens by %s that anyone can verify', async (alg) => {
    const { payload, protectedHeader } = await verify(issuer.mint({ alg, claims: { org_id: 'org-1' } }));
    expect(protectedHeader).toEqual({ alg, typ: 'at+jwt', kid: `${alg}-1` });
    expect(payload).toMatchObject({ sub: 'person-1', sid: 'session-1', org_id: 'org-1' });
    expect((await verify(issuer.mintForMachine('client-1'))).payload).toMatchObject({
      sub: 'client-1',
      client_id: 'client-1',
    });
  });

  it('signs any header and claims', async () => {
    const token = issuer.mint({
      header: { kid: undefined, crit: [] },
      claims: { sub: undefined, exp: 'never' },
    });
    const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header ?? '')).toEqual({ alg: 'RS256', typ: 'at+jwt', crit: [] });
    expect(JSON.parse(claims ?? '')).toMatchObject({ exp: 'never' });
    expect(JSON.parse(claims ?? '')).not.toHaveProperty('sub');
    await expect(verify(token)).rejects.toBeDefined();
    expect(issuer.mint({ headerText: '{"alg":1,"alg":2}', signature: 'x' })).toMatch(
      /^eyJhbGciOjEsImFsZyI6Mn0\..*\.x$/,
    );
  });

  it('is found by discovery, and counts what it is asked for', async () => {
    const { body } = await callHttp(`${issuer.issuer}/.well-known/openid-configuration`);
    expect(body).toEqual({ issuer: issuer.issuer, jwks_uri: issuer.jwksUri });
    await verify(issuer.mint());
    expect(issuer.fetches()).toEqual({ discovery: 1, keys: 1 });
  });

  it('rotates its keys, with the old ones published or withdrawn', async () => {
    const old = issuer.mint();
    issuer.rotate();
    await verify(old);
    await verify(issuer.mint());
    issuer.rotate({ withdrawn: true });
    await expect(verify(old)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    await verify(issuer.mint());
  });

  it('goes away, comes back where it was, and can be slow', async () => {
    const token = issuer.mint();
    await issuer.stop();
    await expect(verify(token)).rejects.toBeDefined();
    await issuer.resume();
    await verify(token);
    issuer.slowDown(5_000);
    await expect(verify(token)).rejects.toMatchObject({ code: 'ERR_JWKS_TIMEOUT' });
  });
});

describe('hostileTokens', () => {
  it('are many, each of its own name and bytes', async () => {
    const issuer = await startTokenIssuer();
    const tokens = hostileTokens();
    expect(tokens.length).toBeGreaterThanOrEqual(100);
    expect(new Set(tokens.map(({ name }) => name)).size).toBe(tokens.length);
    const minted = new Set(tokens.map(({ mint }) => mint(issuer)));
    expect(minted.size).toBe(tokens.length);
    expect(minted).not.toContain(issuer.mint());
    await issuer.close();
  });
});
