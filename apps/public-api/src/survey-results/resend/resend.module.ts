import { RateLimits } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { type DynamicModule, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { ResendController } from './resend.controller';
import { ResendLimitStorage } from './resend-limit-storage';
import { ResendService } from './resend.service';

export interface ResendOptions {
  /** Resends allowed per client within the window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

@Module({})
export class ResendModule {
  static forRoot({ limit, windowSeconds }: ResendOptions): DynamicModule {
    const throttlers = [{ limit, ttl: windowSeconds * 1_000 }];
    return {
      module: ResendModule,
      // Global, because the page of a result resends too.
      global: true,
      imports: [
        ThrottlerModule.forRootAsync({
          inject: [RateLimits, Clock],
          useFactory: (limits: RateLimits, clock: Clock) => ({
            storage: new ResendLimitStorage(limits, clock),
            // The client learns the limit only from Retry-After.
            setHeaders: false,
            throttlers,
          }),
        }),
      ],
      controllers: [ResendController],
      providers: [ResendService],
      exports: [ResendService],
    };
  }
}
