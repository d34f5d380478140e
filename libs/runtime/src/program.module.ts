import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { HttpMetrics } from './metrics/http-metrics';

/**
 * The frame around each program's own module: a metrics registry, to which any provider may add metrics, and `providers`,
 * which may depend on the exports of the module.
 */
@Module({})
export class ProgramModule {
  static around(module: Type | DynamicModule, providers: readonly Provider[] = []): DynamicModule {
    return {
      module: ProgramModule,
      global: true,
      imports: [module],
      providers: [
        ...providers,
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
