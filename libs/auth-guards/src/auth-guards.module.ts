import { type DynamicModule, Module } from '@nestjs/common';
import { AccessTokenStrategy } from './caller/access-token.strategy';
import { CallerVerifier } from './caller/caller-verifier';
import { RecordedCutOffs } from './caller/recorded-cut-offs';
import { TokenChecks } from './caller/token-checks';
import { TokenGuard } from './caller/token.guard';
import { TokenSettings } from './caller/token-settings';
import { IssuerChecks } from './keys/issuer-checks';
import { TrustedIssuers } from './keys/trusted-issuers';
import { SecondFactorCheck } from './second-factor-check';

/**
 * Verifies the tokens of the accepted issuers for every route of the program. The app binds `Clock` and `TokenCutOffs` in a global
 * module. It also binds `ActiveCredentials` to admit machines, `StepUpPolicies` to support policies of organizations, and
 * `SessionEndIntake` if the identity provider reports the ends of sessions.
 * A program without this module has only public routes.
 */
@Module({})
export class AuthGuardsModule {
  static forRoot(settings: TokenSettings): DynamicModule {
    return {
      module: AuthGuardsModule,
      global: true,
      providers: [
        { provide: TokenSettings, useValue: settings },
        { provide: TrustedIssuers, useValue: new TrustedIssuers(settings.issuers) },
        IssuerChecks,
        AccessTokenStrategy,
        TokenGuard,
        RecordedCutOffs,
        TokenChecks,
        CallerVerifier,
        SecondFactorCheck,
      ],
      exports: [CallerVerifier, IssuerChecks, SecondFactorCheck, TokenSettings],
    };
  }
}
