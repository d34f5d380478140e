import { type Caller } from '@governance/iam';
import { machineOf } from '@governance/iam/spec';
import { Controller, type ExecutionContext, Get, type Type } from '@nestjs/common';
import { Authenticated, Public, RequireManagementToken, RequirePermission } from './access';
import { AccessGuard } from './access.guard';
import { type ManagementToken } from './management-token.port';
import { type CallerVerifier } from './caller/caller-verifier';
import { closedRoute } from './refusals';
import { type SecondFactorCheck } from './second-factor-check';

@Controller()
class Routes {
  @Get('open')
  @Public()
  open(): string {
    return 'never called: only its declaration counts';
  }

  @Get('with-token')
  @Authenticated()
  withToken(): string {
    return 'never called: only its declaration counts';
  }

  @Get('managed')
  @RequireManagementToken()
  managed(): string {
    return 'never called: only its declaration counts';
  }

  @Get('people')
  @RequirePermission('org:members:write', { peopleOnly: true })
  ofPeople(): string {
    return 'never called: only its declaration counts';
  }

  @Get('undeclared')
  undeclared(): string {
    return 'never called: only its declaration counts';
  }
}

@Public()
@Controller()
class OpenRoutes {
  @Get('inherited')
  inherited(): string {
    return 'never called: only its declaration counts';
  }
}

function contextOf(controller: Type, route: string): ExecutionContext {
  type Http = ReturnType<ExecutionContext['switchToHttp']>;
  const http: Partial<Http> = {
    getRequest: jest.fn().mockReturnValue({ headers: { authorization: 'Bearer shown' } }),
  };
  return {
    switchToHttp: () => http as Http,
    getClass: () => controller,
    getHandler: () => Reflect.get(controller.prototype as object, route) as () => string,
  } as Partial<ExecutionContext> as ExecutionContext;
}

describe('AccessGuard', () => {
  const guard = new AccessGuard();

  it('opens a route that is declared public', () => {
    expect(guard.canActivate(contextOf(Routes, 'open'))).toBe(true);
  });

  it('opens every route of a controller that is declared public', () => {
    expect(guard.canActivate(contextOf(OpenRoutes, 'inherited'))).toBe(true);
  });

  it('closes a route that declares no access § V8.2.1', () => {
    expect(() => guard.canActivate(contextOf(Routes, 'undeclared'))).toThrow(closedRoute());
  });

  it('opens a route that needs the management token to requests that send it', () => {
    const context = contextOf(Routes, 'managed');
    const guardOf = (isShown: boolean): AccessGuard =>
      new AccessGuard(undefined, undefined, { isShownBy: () => isShown } satisfies ManagementToken);
    expect(guardOf(true).canActivate(context)).toBe(true);
    for (const closed of [guardOf(false), guard]) {
      expect(() => closed.canActivate(context)).toThrow('the management token is missing or wrong');
    }
  });

  it('closes a route for people to machines, with any permission § V10.3.2', async () => {
    const admit = (caller: Caller): boolean | Promise<boolean> => {
      const callers = { verify: () => Promise.resolve(caller) } as Partial<CallerVerifier> as CallerVerifier;
      const guardOf = new AccessGuard(callers, {} as SecondFactorCheck);
      return guardOf.canActivate(contextOf(Routes, 'ofPeople'));
    };
    const stepUp = { mfaAt: undefined, mfaMaxAge: undefined };
    const person: Caller = { ...machineOf('org-1'), kind: 'person', emailVerified: false, stepUp };
    expect(await admit(person)).toBe(true);
    await expect(admit(machineOf('org-1'))).rejects.toMatchObject({
      kind: 'forbidden',
      text: 'this operation is not open to machines',
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    });
    await expect(admit(machineOf('org-1', []))).rejects.toMatchObject({
      text: 'the access token lacks the permission org:members:write',
    });
  });

  it('closes a route that needs a token in a program that does not verify tokens', () => {
    expect(guard.verifiesTokens).toBe(false);
    expect(() => guard.canActivate(contextOf(Routes, 'withToken'))).toThrow(
      expect.objectContaining({
        kind: 'unauthenticated',
        headers: { 'www-authenticate': 'Bearer' },
      }) as Error,
    );
  });
});
