import { type DynamicModule, Module } from '@nestjs/common';
import { CanonicalVerificationController } from './canonical-verification.controller';
import { VerificationService } from './verification.service';
import { VerificationSettings } from './verification-settings';

/** Canonical verification. The app provides `ResultStore` and `Clock`. */
@Module({})
export class VerificationModule {
  static forRoot(settings: VerificationSettings): DynamicModule {
    return {
      module: VerificationModule,
      global: true,
      controllers: [CanonicalVerificationController],
      providers: [VerificationService, { provide: VerificationSettings, useValue: settings }],
      exports: [VerificationService],
    };
  }
}
