import { type DynamicModule, type InjectionToken, Module } from '@nestjs/common';
import { HealthBody } from './health-body.port';
import { HealthController } from './health.controller';
import { Readiness } from './readiness.port';

export interface HealthOptions {
  /** Shown by the platform surface. */
  readonly environment?: string;
  /** A provider with `check()`, found in the application: it decides whether the process is ready. */
  readonly readiness: InjectionToken<Readiness>;
}

@Module({})
export class HealthModule {
  static forRoot({ environment, readiness }: HealthOptions): DynamicModule {
    return {
      module: HealthModule,
      controllers: [HealthController],
      providers: [
        {
          provide: HealthBody,
          useValue: { status: 'ok', ...(environment !== undefined && { environment }) },
        },
        { provide: Readiness, useExisting: readiness },
      ],
    };
  }
}
