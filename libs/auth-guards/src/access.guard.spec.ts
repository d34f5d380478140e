import { Controller, type ExecutionContext, Get, type Type } from '@nestjs/common';
import { Authenticated, Public, RequireManagementToken } from './access';
import { AccessGuard } from './access.guard';
import { type ManagementToken } from './management-token.port';
import { closedRoute } from './refusals';

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

  it('closes a route that declares no access', () => {
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
