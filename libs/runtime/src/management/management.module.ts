import { type DynamicModule, type InjectionToken, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Readiness } from './readiness.port';
import { ManagementServer } from './management-server';
import { ProgramReadiness } from './program-readiness';

export interface ManagementOptions {
  /** The setting MANAGEMENT_PORT. */
  readonly port: number;
  /** A provider of the application whose `check()` tests the dependencies of the program. */
  readonly readiness: InjectionToken<Readiness>;
  /** How long the result of an expensive check is cached. Default 0. */
  readonly readinessCacheMs?: number;
}

/** The management port of a program, and the `Readiness` that its surface also reports. */
@Module({})
export class ManagementModule {
  static forRoot({ port, readiness, readinessCacheMs = 0 }: ManagementOptions): DynamicModule {
    return {
      module: ManagementModule,
      global: true,
      providers: [
        {
          provide: Readiness,
          useFactory: (needs: Readiness) => new ProgramReadiness(needs, readinessCacheMs),
          inject: [readiness],
        },
        {
          provide: ManagementServer,
          useFactory: (registry: Registry, ready: Readiness) =>
            new ManagementServer({ port, registry, readiness: ready }),
          inject: [Registry, Readiness],
        },
      ],
      exports: [Readiness, ManagementServer],
    };
  }
}
