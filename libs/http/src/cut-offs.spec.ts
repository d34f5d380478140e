import { Clock } from '@governance/kernel';
import {
  acceptedIssuersOf,
  Authenticated,
  AuthGuardsModule,
  RequirePermission,
  StepUp,
} from '@governance/auth-guards';
import { TokenCutOffs } from '@governance/iam';
import { InMemoryTokenCutOffs } from '@governance/iam/spec';
import {
  callHttp,
  FixedClock,
  given,
  type HttpAnswer,
  startTokenIssuer,
  type TokenIssuer,
} from '@governance/testing';
import { Controller, Get, Global, Module, Post, type Type } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { createHttpApp } from './create-http-app';
import { platformSurface } from './surface';

@Controller('notes')
class NotesController {
  @Get('whoami')
  @Authenticated()
  whoami(): object {
    return {};
  }

  @Post()
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:rename')
  write(): object {
    return {};
  }
}

describe('the token of a member', () => {
  const clock = new FixedClock(new Date());
  const cutOffs = new InMemoryTokenCutOffs();
  const issuer = given(() => startTokenIssuer({ now: () => clock.now() }));
  let app: NestExpressApplication;
  let origin: string;
  beforeAll(async () => {
    app = await createHttpApp({ module: moduleOf(issuer), surface: platformSurface, logger: false });
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  function moduleOf({ issuer: address, audience }: TokenIssuer): Type {
    const accepted = { issuer: address, claimsNamespace: 'https://ns.example/', audience };
    @Global()
    @Module({
      imports: [AuthGuardsModule.forRoot({ issuers: acceptedIssuersOf(accepted) })],
      controllers: [NotesController],
      providers: [
        { provide: Clock, useValue: clock },
        { provide: TokenCutOffs, useValue: cutOffs },
      ],
      exports: [Clock, TokenCutOffs],
    })
    class AppModule {}
    return AppModule;
  }

  const permissions = ['m2m:credentials:write'];
  const ofPerson = (claims: Record<string, unknown>): string =>
    issuer.mint({ claims: { org_id: 'org-1', permissions, ...claims } });
  const holderOf = (subject: string) => ({ issuer: issuer.issuer, subject, orgId: 'org-1' });
  const authorization = (token: string) => ({ authorization: `Bearer ${token}` });
  const get = (path: string, token: string): Promise<HttpAnswer> =>
    callHttp(origin + path, { headers: authorization(token) });
  const post = (token: string): Promise<HttpAnswer> =>
    callHttp(`${origin}/notes`, { method: 'POST', headers: authorization(token) });
  const refused = ({ status, headers, body }: HttpAnswer): object => ({
    status,
    error: body.error,
    challenge: headers.get('www-authenticate'),
  });
  const badToken = { status: 401, error: 'invalid_token', challenge: 'Bearer error="invalid_token"' };

  it('is answered 401 after a removal, at the next write, and within a minute to reads', async () => {
    const token = ofPerson({ sub: 'removed' });
    expect((await get('/notes/whoami', token)).status).toBe(200);
    await cutOffs.remove(holderOf('removed'), clock.now());
    expect((await get('/notes/whoami', token)).status).toBe(200);
    clock.advance(60_000);
    expect(refused(await get('/notes/whoami', token))).toEqual(badToken);
    expect(refused(await post(token))).toEqual(badToken);
    expect((await post(ofPerson({ sub: 'removed' }))).status).toBe(201);
    expect((await get('/notes/whoami', ofPerson({ sub: 'removed', org_id: 'org-2' }))).status).toBe(200);
    expect((await get('/notes/whoami', ofPerson({ sub: 'other' }))).status).toBe(200);
  });

  it('is answered 401 by the first write after a removal, even right after a read, and then by reads', async () => {
    const token = ofPerson({ sub: 'leaver' });
    expect((await get('/notes/whoami', token)).status).toBe(200);
    await cutOffs.remove(holderOf('leaver'), clock.now());
    expect(refused(await post(token))).toEqual(badToken);
    expect(refused(await get('/notes/whoami', token))).toEqual(badToken);
  });

  it('is answered 403 after a demotion for routes that the new role does not permit', async () => {
    const token = ofPerson({ sub: 'demoted' });
    expect((await post(token)).status).toBe(201);
    await cutOffs.changeRole(holderOf('demoted'), { at: clock.now(), role: 'viewer' });
    const challenge = 'Bearer error="insufficient_scope", scope="m2m:credentials:write"';
    const lacking = { status: 403, error: 'insufficient_permissions', challenge };
    expect(refused(await post(token))).toEqual(lacking);
    clock.advance(1_000);
    expect((await post(ofPerson({ sub: 'demoted' }))).status).toBe(201);
  });
});
