import {
  acceptedIssuersOf,
  AccessGuard,
  ActiveCredentials,
  AuthGuardsModule,
  RecordedCredentials,
  RequirePermission,
} from '@governance/auth-guards';
import { Clock } from '@governance/kernel';
import { PersistenceModule } from '@governance/persistence';
import { SystemClock } from '@governance/runtime';
import { type TokenIssuer } from '@governance/testing';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { Registry } from 'prom-client';

/** The request members that guards read. A GET, because a user's write costs one more SELECT, which no goal covers. */
export interface TokenRequest {
  readonly method: 'GET';
  readonly headers: { readonly authorization: string };
  readonly rawHeaders: readonly string[];
}

export function requestWith(token: string): TokenRequest {
  const authorization = `Bearer ${token}`;
  const rawHeaders = ['host', '127.0.0.1', 'authorization', authorization, 'accept', 'application/json'];
  return { method: 'GET', headers: { authorization }, rawHeaders };
}

class Routes {
  @RequirePermission('m2m:credentials:read')
  list(): void {
    // Only its declaration counts.
  }
}

const list = Reflect.get<Routes, 'list'>(Routes.prototype, 'list');

/** A request that has reached its route, as Nest shows it to a guard. */
export function contextOf(request: TokenRequest): ExecutionContextHost {
  return new ExecutionContextHost([request, {}], Routes, list);
}

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: ActiveCredentials, useClass: RecordedCredentials },
    { provide: Registry, useValue: new Registry() },
    AccessGuard,
  ],
  exports: [Clock, ActiveCredentials, Registry],
})
class GuardModule {}

/** The guard of the product; the function rejects when the request is refused. */
export async function createGuard(
  { issuer, jwksUri, audience }: TokenIssuer,
  database: { readonly databaseUrl: string; readonly keyringFile: string },
): Promise<(request: TokenRequest) => Promise<void>> {
  const accepted = { issuer, jwksUri, claimsNamespace: 'https://bench.example/claims/', audience };
  const imports = [
    PersistenceModule.forRoot({ ...database, role: 'governance_platform_api', managedIssuer: issuer }),
    AuthGuardsModule.forRoot({ issuers: acceptedIssuersOf(accepted) }),
  ];
  const app = await NestFactory.createApplicationContext(
    { module: GuardModule, imports },
    { logger: ['error'] },
  );
  const guard = app.get(AccessGuard);
  return async (request) => {
    if (!(await guard.canActivate(contextOf(request)))) throw new Error('refused');
  };
}
