import { type DynamicModule, Module } from '@nestjs/common';
import { HealthBody } from './health-body.port';
import { HealthController } from './health.controller';

export interface HealthOptions {
  /** Shown by the platform surface. */
  readonly environment?: string;
}

/** The probes on the surface. The application's `ManagementModule` provides `Readiness`. */
@Module({})
export class HealthModule {
  static forRoot({ environment }: HealthOptions = {}): DynamicModule {
    return {
      module: HealthModule,
      controllers: [HealthController],
      providers: [
        {
          provide: HealthBody,
          useValue: { status: 'ok', ...(environment !== undefined && { environment }) },
        },
      ],
    };
  }
}
