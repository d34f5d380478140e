import {
  ConnectionDirectory,
  IdentityProvider,
  InvitationDesk,
  MemberDirectory,
  SecondFactorWindows,
} from '@governance/iam';
import { type DynamicModule, Module } from '@nestjs/common';
import { EmbeddedIdentityProvider } from './embedded/embedded-identity-provider';
import { EmbeddedInvitationDesk } from './embedded/embedded-invitation.desk';
import { EmbeddedMemberDirectory } from './embedded/embedded-member.directory';
import { EmbeddedConnectionDirectory, EmbeddedSecondFactorWindows } from './embedded/embedded-organizations';
import { type IdentityProviderSettings } from './identity-provider-settings';

/** Exports the ports of the identity provider, to the whole program. Nothing is asked of the provider before the first call. */
@Module({})
export class IdentityProviderModule {
  static forRoot(settings: IdentityProviderSettings): DynamicModule {
    return {
      module: IdentityProviderModule,
      global: true,
      providers: [
        { provide: IdentityProvider, useFactory: () => new EmbeddedIdentityProvider(settings) },
        { provide: SecondFactorWindows, useFactory: () => new EmbeddedSecondFactorWindows(settings) },
        { provide: ConnectionDirectory, useFactory: () => new EmbeddedConnectionDirectory(settings) },
        { provide: MemberDirectory, useFactory: () => new EmbeddedMemberDirectory(settings) },
        { provide: InvitationDesk, useFactory: () => new EmbeddedInvitationDesk(settings) },
      ],
      exports: [ConnectionDirectory, IdentityProvider, InvitationDesk, MemberDirectory, SecondFactorWindows],
    };
  }
}
