import { Clock, StoreUnavailable, Problem, type ProblemKind } from '@governance/kernel';
import {
  acceptedIssuersOf,
  Authenticated,
  AuthGuardsModule,
  RequirePermission,
  StepUp,
} from '@governance/auth-guards';
import {
  type AuditContext,
  type AuditEntry,
  AuditTrail,
  IdentityProviderUnavailable,
  TokenCutOffs,
} from '@governance/iam';
import { InMemoryTokenCutOffs } from '@governance/iam/spec';
import { callHttp, FixedClock, given, type HttpAnswer, startTokenIssuer } from '@governance/testing';
import { Body, Controller, Get, Global, Logger, Module, Param, Patch, Post, type Type } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Member } from '../member.decorator';
import { createHttpApp } from '../create-http-app';
import { platformSurface } from '../surface';
import { CurrentWrite } from './current-write.decorator';

const namespace = 'https://governance.example/claims/';
const id = '0B1E9D4C-7A56-4F3B-8C2D-5E6F708192A3';

class Note {
  @Member()
  readonly kind?: ProblemKind;
}

@Controller('notes')
class NotesController {
  @Get()
  @RequirePermission('m2m:credentials:read')
  list(): object {
    return [];
  }

  @Get('own')
  @Authenticated()
  own(@CurrentWrite() write: AuditContext): object {
    return write;
  }

  @Post()
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:create')
  create(@CurrentWrite() write: AuditContext, @Body() { kind }: Note): AuditContext {
    if (kind) throw new Problem(kind, 'refused by the route', { cause: new Error('why') });
    return write;
  }

  @Patch(':id')
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:rename')
  rename(@CurrentWrite() write: AuditContext): AuditContext {
    return write;
  }

  @Post(':id/away')
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:rotate')
  away(@Param('id') what: string): never {
    throw what === 'store' ? new StoreUnavailable() : new IdentityProviderUnavailable();
  }
}

class Trail extends AuditTrail {
  readonly entries: AuditEntry[] = [];
  isAway = false;
  /** Delays every row until it resolves. */
  gate: Promise<void> = Promise.resolve();

  override async append(entry: AuditEntry): Promise<void> {
    await this.gate;
    if (this.isAway) throw new StoreUnavailable();
    this.entries.push(entry);
  }
}

describe('the audit trail of an application', () => {
  const clock = new FixedClock(new Date());
  let trail: Trail;
  const issuer = given(() => startTokenIssuer({ now: () => clock.now() }));
  let app: NestExpressApplication;
  let origin: string;

  beforeEach(async () => {
    trail = new Trail();
    app = await createHttpApp({ module: moduleOf(), surface: platformSurface, logger: false });
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  afterEach(() => app.close());
  afterAll(() => issuer.close());

  function moduleOf(): Type {
    const accepted = { issuer: issuer.issuer, claimsNamespace: namespace, audience: issuer.audience };
    @Global()
    @Module({
      imports: [AuthGuardsModule.forRoot({ issuers: acceptedIssuersOf(accepted) })],
      controllers: [NotesController],
      providers: [
        { provide: Clock, useValue: clock },
        { provide: AuditTrail, useValue: trail },
        { provide: TokenCutOffs, useValue: new InMemoryTokenCutOffs() },
      ],
      exports: [Clock, AuditTrail, TokenCutOffs],
    })
    class AppModule {}
    return AppModule;
  }

  const nowSeconds = (): number => Math.floor(clock.now().getTime() / 1_000);
  const tokenOf = (claims: Record<string, unknown> = {}): string => {
    const permissions = ['m2m:credentials:read', 'm2m:credentials:write'];
    return issuer.mint({ claims: { org_id: 'org-1', permissions, ...claims } });
  };

  function call(method: string, path: string, { token = tokenOf(), body }: Sent = {}): Promise<HttpAnswer> {
    const headers = {
      'x-request-id': 'request-1',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return callHttp(origin + path, { method, headers, ...(body !== undefined && { body }) });
  }

  const refusals = (): unknown[] =>
    trail.entries.map(({ outcome, reason, operation }) => [outcome, reason, operation]);

  it('knows the caller, organization, operation and second factor of a write', async () => {
    const token = tokenOf({
      [`${namespace}mfa_at`]: nowSeconds() - 42,
      [`${namespace}mfa_max_age`]: 300,
    });
    const { body } = await call('PATCH', `/notes/${id}`, { token });
    expect(body).toEqual({
      actor: { kind: 'person', issuer: issuer.issuer, subject: 'person-1', clientId: 'app-1' },
      orgId: 'org-1',
      operation: 'm2m-credentials:rename',
      target: id.toLowerCase(),
      requestId: 'request-1',
      secondFactorAgeSeconds: 42,
    });
    expect(trail.entries).toEqual([]);
  });

  it('names a person by the id that the identity provider gives', async () => {
    const target = `user_${id.toLowerCase()}`;
    expect((await call('PATCH', `/notes/${target}`)).body).toMatchObject({ target });
    for (const other of [`user_${id}`, 'user_', `users_${id.toLowerCase()}`]) {
      expect((await call('PATCH', `/notes/${other}`)).body).not.toHaveProperty('target');
    }
  });

  it('leaves out a missing target and second factor', async () => {
    const { body } = await call('PATCH', '/notes/not-an-id');
    expect(Object.keys(body)).toEqual(['actor', 'orgId', 'operation', 'requestId']);
    expect((await call('POST', '/notes', { body: '{}' })).body).not.toHaveProperty('target');
  });

  it('has a row for a refused write, with only the known facts of the write', async () => {
    const token = tokenOf({ permissions: [] });
    expect((await call('PATCH', `/notes/${id}`, { token })).status).toBe(403);
    expect(trail.entries).toEqual([
      {
        actor: { kind: 'person', issuer: issuer.issuer, subject: 'person-1', clientId: 'app-1' },
        orgId: 'org-1',
        operation: 'm2m-credentials:rename',
        target: id.toLowerCase(),
        requestId: 'request-1',
        secondFactorAgeSeconds: undefined,
        at: clock.now(),
        outcome: 'refused',
        reason: 'insufficient_permissions',
      },
    ]);
  });

  it('has a row for a required second factor, and for a token without an organization', async () => {
    const stale = { [`${namespace}mfa_at`]: nowSeconds() - 301, [`${namespace}mfa_max_age`]: 300 };
    expect((await call('POST', '/notes', { token: tokenOf(stale), body: '{}' })).status).toBe(403);
    expect((await call('POST', '/notes', { token: tokenOf({ org_id: undefined }) })).status).toBe(403);
    expect(refusals()).toEqual([
      ['refused', 'step_up_required', 'm2m-credentials:create'],
      ['refused', 'insufficient_permissions', 'm2m-credentials:create'],
    ]);
    expect(trail.entries.map((entry) => [entry.orgId, entry.secondFactorAgeSeconds])).toEqual([
      ['org-1', 301],
      [undefined, undefined],
    ]);
  });

  it.each([
    { body: '{broken', status: 400, reason: 'invalid_request' },
    { body: '{"unknown":1}', status: 400, reason: 'invalid_request' },
    { body: 'x'.repeat(102_401), status: 413, reason: 'invalid_request' },
    { body: '{"kind":"not_found"}', status: 404, reason: 'not_found' },
    { body: '{"kind":"conflict"}', status: 409, reason: 'conflict' },
    { body: '{"kind":"unsupported_media_type"}', status: 415, reason: 'invalid_request' },
    { body: '{"kind":"unprocessable"}', status: 422, reason: 'invalid_request' },
  ])('has a row for a write that is answered $status $reason', async ({ body, status, reason }) => {
    expect((await call('POST', '/notes', { body })).status).toBe(status);
    expect(refusals()).toEqual([['refused', reason, 'm2m-credentials:create']]);
  });

  it('has none for a caller who is not known, a read, an unknown path, a version, and what failed on our side', async () => {
    const answers = [
      await call('POST', '/notes', { token: '' }),
      await call('POST', '/notes', { token: 'nonsense', body: '{}' }),
      await call('GET', '/notes', { token: tokenOf({ permissions: [] }) }),
      await call('HEAD', '/notes', { token: tokenOf({ permissions: [] }) }),
      await call('POST', '/nothing'),
      await call('PUT', '/notes'),
      await call('POST', '/notes?api-version=2.0', { body: '{}' }),
      await call('POST', '/notes', { body: '{"kind":"internal"}' }),
      await call('POST', '/notes/store/away'),
      await call('POST', '/notes/provider/away'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 403, 404, 405, 400, 500, 503, 503]);
    expect(trail.entries).toEqual([]);
  });

  it('has the row before the refusal is told', async () => {
    let open = (): void => undefined;
    trail.gate = new Promise((resolve) => {
      open = resolve;
    });
    let isAnswered = false;
    const answer = call('POST', '/notes', { body: '{broken' }).finally(() => {
      isAnswered = true;
    });
    // Meanwhile others are answered.
    for (let others = 0; others < 5; others += 1) await call('GET', '/notes');
    expect({ isAnswered, rows: trail.entries.length }).toEqual({ isAnswered: false, rows: 0 });
    open();
    expect((await answer).status).toBe(400);
    expect(trail.entries).toHaveLength(1);
  });

  it('lets a refusal stand that cannot be recorded, and says so in the log', async () => {
    trail.isAway = true;
    const log = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const { status, body } = await call('POST', '/notes', { body: '{"kind":"conflict"}' });
    expect({ status, body }).toEqual({
      status: 409,
      body: { error: 'conflict', error_description: 'refused by the route' },
    });
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ msg: 'a refused write could not be recorded' }),
    );
    log.mockRestore();
  });

  it('hands no write to a route that makes none', async () => {
    expect((await call('GET', '/notes/own')).status).toBe(500);
  });
});

interface Sent {
  /** Empty for no token. */
  readonly token?: string;
  readonly body?: string;
}
