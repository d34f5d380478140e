import { Clock, StoreUnavailable } from '@governance/kernel';
import {
  acceptedIssuersOf,
  ActiveCredentials,
  AuthGuardsModule,
  type MachineCall,
} from '@governance/auth-guards';
import { StepUpPolicies, stepUpPolicyOf, TokenCutOffs } from '@governance/iam';
import { InMemoryTokenCutOffs } from '@governance/iam/spec';
import {
  callHttp,
  FixedClock,
  given,
  hostileTokens,
  type HttpAnswer,
  startTokenIssuer,
  type TokenIssuer,
} from '@governance/testing';
import { Global, Module, type Type } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { GuardedNotesController } from '../spec/guarded-notes.controller';
import { createHttpApp } from './create-http-app';
import { platformSurface } from './surface';

const namespace = 'https://governance.example/claims/';

class Credentials extends ActiveCredentials {
  active = new Set(['client-1 org-1']);
  away = false;

  override standingOf({ clientId, orgId }: MachineCall): ReturnType<ActiveCredentials['standingOf']> {
    if (this.away) return Promise.reject(new StoreUnavailable());
    return Promise.resolve(this.active.has(`${clientId} ${orgId}`) ? 'active' : 'inactive');
  }
}

class Policies extends StepUpPolicies {
  away = false;

  override ofOrg(orgId: string): ReturnType<StepUpPolicies['ofOrg']> {
    if (this.away) return Promise.reject(new StoreUnavailable());
    return Promise.resolve(stepUpPolicyOf(orgId === 'org-1' ? ['m2m-credentials:create'] : []));
  }
}

interface Sent {
  readonly token?: string;
  readonly body?: string;
  readonly method?: string;
}

describe('a route of the platform surface that needs a token', () => {
  const clock = new FixedClock(new Date());
  const credentials = new Credentials();
  const policies = new Policies();
  const issuer = given(() => startTokenIssuer({ now: () => clock.now() }));
  let app: NestExpressApplication;
  let origin: string;

  beforeAll(async () => {
    app = await createHttpApp({ module: moduleOf(issuer), surface: platformSurface, logger: false });
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  afterEach(() => {
    Object.assign(credentials, { active: new Set(['client-1 org-1']), away: false });
    policies.away = false;
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  function moduleOf({ issuer: address, audience }: TokenIssuer): Type {
    @Global()
    @Module({
      imports: [
        AuthGuardsModule.forRoot({
          issuers: acceptedIssuersOf({ issuer: address, claimsNamespace: namespace, audience }),
        }),
      ],
      controllers: [GuardedNotesController],
      providers: [
        { provide: Clock, useValue: clock },
        { provide: ActiveCredentials, useValue: credentials },
        { provide: StepUpPolicies, useValue: policies },
        { provide: TokenCutOffs, useValue: new InMemoryTokenCutOffs() },
      ],
      exports: [Clock, ActiveCredentials, StepUpPolicies, TokenCutOffs],
    })
    class AppModule {}
    return AppModule;
  }

  /** Sends a POST if there is a body. */
  function call(path: string, { token, body, method }: Sent = {}): Promise<HttpAnswer> {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    if (body === undefined)
      return callHttp(origin + path, { method: method ?? 'GET', headers: authorization });
    const headers = { ...authorization, 'content-type': 'application/json' };
    return callHttp(origin + path, { method: 'POST', headers, body });
  }

  const get = (path: string, token?: string): Promise<HttpAnswer> =>
    call(path, token === undefined ? {} : { token });
  const post = (token: string, body = '{}'): Promise<HttpAnswer> => call('/notes', { token, body });

  const ofPerson = (claims: Record<string, unknown> = {}): string =>
    issuer.mint({
      claims: {
        org_id: 'org-1',
        permissions: ['m2m:credentials:read', 'm2m:credentials:write', 'self:profile:write'],
        ...claims,
      },
    });
  const ofMachine = (clientId: string, claims: Record<string, unknown> = {}): string =>
    issuer.mintForMachine(clientId, {
      claims: { org_id: 'org-1', permissions: ['m2m:credentials:write'], ...claims },
    });

  function refused({ status, headers, body }: HttpAnswer): object {
    expect(headers.get('api-supported-versions')).toBe('1.0');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body).slice(0, 2)).toEqual(['error', 'error_description']);
    return { status, error: body.error, challenge: headers.get('www-authenticate') };
  }

  const unauthenticated = { status: 401, error: 'invalid_token', challenge: 'Bearer' };
  const badToken = { status: 401, error: 'invalid_token', challenge: 'Bearer error="invalid_token"' };

  it('answers a person and a machine whose tokens are good', async () => {
    expect((await get('/notes/whoami', ofPerson())).body).toEqual({ subject: 'person-1', kind: 'person' });
    expect((await get('/notes/whoami', ofMachine('client-1'))).body).toEqual({
      subject: 'client-1',
      kind: 'machine',
    });
    expect((await get('/notes/org', ofPerson())).body).toEqual({ orgId: 'org-1' });
  });

  it('forbids caching of responses and refusals unless it is public § V14.2.2 V14.3.2', async () => {
    const cacheControl = ({ headers }: HttpAnswer): string | null => headers.get('cache-control');
    expect(cacheControl(await get('/notes/whoami', ofPerson()))).toBe('no-store');
    expect(cacheControl(await get('/notes/whoami?api-version=2.0', ofPerson()))).toBe('no-store');
    expect(cacheControl(await call('/notes/public', { method: 'DELETE' }))).toBeNull();
  });

  it('answers 401 without a token, before it looks at the body', async () => {
    expect(refused(await get('/notes/whoami'))).toEqual(unauthenticated);
    expect(refused(await call('/notes', { body: '{broken' }))).toEqual(unauthenticated);
    expect(
      refused(await callHttp(`${origin}/notes/whoami`, { headers: { authorization: 'Basic dTpw' } })),
    ).toEqual(unauthenticated);
  });

  it('answers 401 to a token in the query or in the body § V14.2.1', async () => {
    const token = ofPerson();
    expect(refused(await get(`/notes/whoami?access_token=${token}`))).toEqual(unauthenticated);
    expect(refused(await call('/notes', { body: JSON.stringify({ access_token: token }) }))).toEqual(
      unauthenticated,
    );
  });

  it('answers 401 to every invalid token, with the same text', async () => {
    const bodies = new Set<string>();
    for (const { mint } of hostileTokens()) {
      const token = mint(issuer);
      // Headers that no HTTP client sends are tested in `bearer-token.spec.ts`.
      if (/[^\x20-\x7e]/.test(token)) continue;
      const answer = await get('/notes/whoami', token);
      expect(refused(answer)).toEqual(badToken);
      bodies.add(answer.text);
    }
    expect([...bodies].toSorted()).toEqual([
      '{"error":"invalid_token","error_description":"the access token has expired"}',
      '{"error":"invalid_token","error_description":"the access token is not valid"}',
    ]);
  });

  it('answers 401 to a machine without an active credential', async () => {
    const token = ofMachine('client-1');
    expect((await get('/notes/whoami', token)).status).toBe(200);
    credentials.active.clear();
    expect(refused(await get('/notes/whoami', token))).toEqual(badToken);
    credentials.active.add('client-1 org-1');
    expect((await get('/notes/whoami', token)).status).toBe(200);
    expect(refused(await get('/notes/whoami', ofMachine('client-2')))).toEqual(badToken);
    expect(refused(await get('/notes/whoami', ofMachine('client-1', { org_id: 'org-2' })))).toEqual(badToken);
    expect(refused(await get('/notes/whoami', ofMachine('client-1', { org_id: undefined })))).toEqual(
      badToken,
    );
  });

  it('answers 503 and never 401 while credentials or policies cannot be read § V16.5.3', async () => {
    const unavailable = { status: 503, error: 'temporarily_unavailable', challenge: null };
    credentials.away = true;
    expect(refused(await get('/notes/whoami', ofMachine('client-1')))).toEqual(unavailable);
    expect((await get('/notes/whoami', ofPerson())).status).toBe(200);
    policies.away = true;
    expect(refused(await post(ofPerson()))).toEqual(unavailable);
  });

  it('answers 503 and never 401 while the keys of the issuer cannot be read', async () => {
    const away = await startTokenIssuer({ now: () => clock.now() });
    await away.stop();
    const beside = await createHttpApp({ module: moduleOf(away), surface: platformSurface, logger: false });
    await beside.listen(0, '127.0.0.1');
    const headers = { authorization: `Bearer ${away.mint()}` };
    const answer = await callHttp(`${await beside.getUrl()}/notes/whoami`, { headers });
    expect(refused(answer)).toEqual({ status: 503, error: 'temporarily_unavailable', challenge: null });
    expect(answer.headers.get('retry-after')).toBe('2');
    await beside.close();
  });

  it('answers 403 that names the permission, before step-up and body § V8.3.1', async () => {
    const answer = await post(
      ofPerson({ permissions: ['m2m:credentials:read'], [`${namespace}mfa_max_age`]: 300 }),
      '{broken',
    );
    expect(refused(answer)).toEqual({
      status: 403,
      error: 'insufficient_permissions',
      challenge: 'Bearer error="insufficient_scope", scope="m2m:credentials:write"',
    });
  });

  it('answers 403 to a token without an organization only on routes that need one', async () => {
    const none = { org_id: undefined };
    const expected = {
      status: 403,
      error: 'insufficient_permissions',
      challenge: 'Bearer error="insufficient_scope"',
    };
    expect(refused(await get('/notes/org', ofPerson(none)))).toEqual(expected);
    expect(refused(await get('/notes', ofPerson(none)))).toEqual(expected);
    expect((await get('/notes/whoami', ofPerson(none))).status).toBe(200);
    expect((await call('/notes/own', { method: 'PATCH', token: ofPerson(none) })).status).toBe(200);
  });

  it('answers the step-up 403 of the contract to a stale or absent second factor, before it looks at the body', async () => {
    const nowSeconds = Math.floor(clock.now().getTime() / 1_000);
    for (const mfaAt of [undefined, nowSeconds - 301, 'nonsense', nowSeconds + 120]) {
      const token = ofPerson({ [`${namespace}mfa_at`]: mfaAt, [`${namespace}mfa_max_age`]: 300 });
      const { status, headers, body } = await post(token, '{broken');
      expect({ status, body }).toEqual({
        status: 403,
        body: {
          error: 'step_up_required',
          error_description: 'sign in again with a second factor, then repeat the call',
          max_age: 300,
        },
      });
      expect(headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_user_authentication", max_age="300"',
      );
    }
  });

  it('requires no step-up with a fresh factor, without a window, for a machine, or for a write that is not gated', async () => {
    const nowSeconds = Math.floor(clock.now().getTime() / 1_000);
    const window = { [`${namespace}mfa_max_age`]: 300 };
    const tokens = [
      ofPerson({ ...window, [`${namespace}mfa_at`]: nowSeconds - 299 }),
      ofPerson({ [`${namespace}mfa_max_age`]: 0 }),
      ofPerson(),
      ofMachine('client-1', window),
      ofPerson({ ...window, org_id: 'org-2' }),
    ];
    for (const token of tokens) expect((await post(token)).status).toBe(201);
    expect((await get('/notes', ofPerson(window))).status).toBe(200);
  });

  it('answers 400 for a broken body only to an authorized caller', async () => {
    expect(refused(await post(ofPerson(), '{broken'))).toEqual({
      status: 400,
      error: 'invalid_request',
      challenge: null,
    });
  });

  it('ignores tokens on a public route', async () => {
    expect((await call('/notes/public', { method: 'DELETE', token: 'nonsense' })).status).toBe(200);
  });
});
