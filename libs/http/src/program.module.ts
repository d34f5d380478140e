import { AccessGuard } from '@governance/auth-guards';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { RefusedWrites } from './audit/refused-writes';
import { HttpMetrics } from './metrics/http-metrics';

/**
 * What every program has around its own module: a registry of metrics, into which any provider may put its own, the
 * guard of its routes, which verifies tokens where the module can, and the record of what was refused, where it has an audit
 * trail.
 */
@Module({})
export class ProgramModule {
  static around(module: Type | DynamicModule): DynamicModule {
    return {
      module: ProgramModule,
      global: true,
      imports: [module],
      providers: [
        AccessGuard,
        RefusedWrites,
        { provide: Registry, useFactory: processMetrics },
        {
          provide: HttpMetrics,
          useFactory: (registry: Registry) => new HttpMetrics(registry),
          inject: [Registry],
        },
      ],
      exports: [Registry, HttpMetrics],
    };
  }
}

function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
