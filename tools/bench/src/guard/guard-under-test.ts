import { Clock } from '@governance/kernel';
import {
  AccessGuard,
  ActiveCredentials,
  AuthGuardsModule,
  RecordedCredentials,
  RequirePermission,
} from '@governance/auth-guards';
import { SystemClock } from '@governance/runtime';
import { PersistenceModule } from '@governance/persistence';
import { type TokenIssuer } from '@governance/testing';
import { type ExecutionContext, Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type TokenRequest } from './request';

export interface GuardParts {
  readonly issuer: TokenIssuer;
  readonly databaseUrl: string;
  readonly keyringFile: string;
}

/** The guard of the product, put together as the product does it. */
export interface GuardUnderTest {
  /** @throws when the caller is refused. */
  admit(request: TokenRequest): Promise<void>;
  /** What a guard costs that looks at nothing. */
  nothing(request: TokenRequest): Promise<void>;
}

class Routes {
  @RequirePermission('m2m:credentials:read')
  list(): void {
    // Only what is declared about it counts.
  }
}

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: ActiveCredentials, useClass: RecordedCredentials },
    AccessGuard,
  ],
  exports: [Clock, ActiveCredentials],
})
class GuardModule {}

export async function createGuard({ issuer, databaseUrl, keyringFile }: GuardParts): Promise<GuardUnderTest> {
  const profile = {
    issuer: issuer.issuer,
    claimsNamespace: 'https://bench.example/claims/',
    sessionClaims: [],
  };
  const tokens = AuthGuardsModule.forRoot({
    profile,
    jwksUri: issuer.jwksUri,
    audience: issuer.audience,
  });
  const persistence = PersistenceModule.forRoot({
    ...{ databaseUrl, keyringFile, role: 'governance_platform_api' },
  });
  const app = await NestFactory.createApplicationContext(
    { module: GuardModule, imports: [persistence, tokens] },
    { logger: ['error'] },
  );
  const guard = app.get(AccessGuard);
  return {
    admit: async (request) => {
      if (!(await guard.canActivate(contextOf(request)))) throw new Error('refused');
    },
    nothing: (request) => Promise.resolve(contextOf(request)).then(() => undefined),
  };
}

/** Made once: to make a context is Nest's work and not the guard's. */
const list = Reflect.get<Routes, 'list'>(Routes.prototype, 'list');

/** A request that has reached its route, as Nest shows it to a guard; without closures, which cost something to make. */
class RouteContext {
  constructor(private readonly request: TokenRequest) {}

  getClass(): typeof Routes {
    return Routes;
  }

  getHandler(): Routes['list'] {
    return list;
  }

  switchToHttp(): this {
    return this;
  }

  getRequest(): TokenRequest {
    return this.request;
  }

  getResponse(): object {
    return {};
  }

  getNext(): undefined {
    return undefined;
  }
}

function contextOf(request: TokenRequest): ExecutionContext {
  const context: object = new RouteContext(request);
  return context as ExecutionContext;
}
