import { Authenticated, Public, RequirePermission, StepUp } from '@governance/auth-guards';
import { Controller, Delete, Get, Module, Patch, Post, type Type } from '@nestjs/common';
import { checkRoutes } from './check-routes';
import { createHttpApp } from './create-http-app';
import { type Route } from './openapi/routes';
import { platformSurface } from './surface';

const verifying = { verifiesTokens: true, takesManagementToken: false };

function route(declared: Partial<Route>): Route {
  return {
    method: 'POST',
    path: '/notes',
    controller: Object,
    handler: () => undefined,
    access: { kind: 'authenticated', inOrganization: true },
    operation: undefined,
    anyOrigin: false,
    responseType: undefined,
    ...declared,
  };
}

describe('checkRoutes', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'ALL'])(
    'refuses a %s that needs a token and names no operation § V3.5.3',
    (method) => {
      expect(() => {
        checkRoutes([route({ method })], verifying);
      }).toThrow(`${method} /notes is a write without a name`);
      expect(() => {
        checkRoutes([route({ method, operation: 'm2m-credentials:rename' })], verifying);
      }).not.toThrow();
      expect(() => {
        checkRoutes([route({ method, access: { kind: 'public' } })], verifying);
      }).not.toThrow();
    },
  );

  it('refuses a read that could be gated', () => {
    const read = route({ method: 'GET' });
    expect(() => {
      checkRoutes([read], verifying);
    }).not.toThrow();
    expect(() => {
      checkRoutes([{ ...read, operation: 'm2m-credentials:create' }], verifying);
    }).toThrow('is never gated');
  });

  it('refuses a route that needs the management token in a program without one', () => {
    const managed = route({ method: 'PUT', access: { kind: 'management-token' } });
    expect(() => {
      checkRoutes([managed], verifying);
    }).toThrow('PUT /notes needs the management token, and this program has none');
    expect(() => {
      checkRoutes([managed], { verifiesTokens: false, takesManagementToken: true });
    }).not.toThrow();
  });

  it('refuses a route for pages of any origin that is not public', () => {
    expect(() => {
      checkRoutes([route({ method: 'GET', anyOrigin: true })], verifying);
    }).toThrow('GET /notes is not public: @AnyOrigin has no place there');
    expect(() => {
      checkRoutes([route({ method: 'GET', anyOrigin: true, access: { kind: 'public' } })], verifying);
    }).not.toThrow();
  });

  it('names every route at once, and ignores closed routes', () => {
    const routes = [
      route({ path: '/one' }),
      route({ path: '/closed', access: undefined }),
      route({ path: '/two' }),
    ];
    expect(() => {
      checkRoutes(routes, verifying);
    }).toThrow(/one[^]*two/);
    expect(() => {
      checkRoutes([route({ access: undefined })], verifying);
    }).not.toThrow();
  });
});

describe('a program', () => {
  @Controller('notes')
  class Unnamed {
    @Get()
    @Public()
    read(): string {
      return 'read';
    }

    @Post()
    @Public()
    write(): string {
      return 'written';
    }

    @Delete()
    @RequirePermission('m2m:credentials:write')
    remove(): string {
      return 'removed';
    }
  }

  @Controller('notes')
  class Named {
    @Patch()
    @Authenticated()
    @StepUp('self-profile:update')
    update(): string {
      return 'updated';
    }
  }

  function start(controller: Type): Promise<unknown> {
    @Module({ controllers: [controller] })
    class AppModule {}
    return createHttpApp({ module: AppModule, surface: platformSurface, logger: false });
  }

  it('does not start when a route needs a token and none is verified', async () => {
    await expect(start(Named)).rejects.toThrow('PATCH /notes needs a token, and this program verifies none');
    await expect(start(Unnamed)).rejects.toThrow('DELETE /notes needs a token');
  });
});
