import { type DynamicModule, Module } from '@nestjs/common';
import { type ServerSettings } from './config';
import { Upstreams } from './connections/upstreams';
import { ApplicationsController } from './management/applications.controller';
import { ClientTagsController } from './management/client-tags.controller';
import { ClientsController } from './management/clients.controller';
import { ConnectionsController } from './management/connections.controller';
import { ConnectionsService } from './management/connections.service';
import { DomainsController } from './management/domains.controller';
import { DomainsService } from './management/domains.service';
import { InvitationsController } from './management/invitations.controller';
import { InvitationsService } from './management/invitations.service';
import { MembershipsController } from './management/memberships.controller';
import { MembershipsService } from './management/memberships.service';
import { OrganizationsController } from './management/organizations.controller';
import { ProviderController } from './management/provider.controller';
import { ProviderIssuer } from './management/provider-issuer';
import { ReportsController } from './management/reports.controller';
import { SecondFactorResetsController } from './management/second-factor-resets.controller';
import { SecondFactorResetsService } from './management/second-factor-resets.service';
import { TrustRulesController } from './management/trust-rules.controller';
import { UserCredentialsController } from './management/user-credentials.controller';
import { UserCredentialsService } from './management/user-credentials.service';
import { UsersController } from './management/users.controller';
import { UsersService } from './management/users.service';
import { offersMail } from './mail/mail.providers';
import { ConnectionsStore } from './organizations/connections.store';
import { MembershipsStore } from './organizations/memberships.store';
import { PeopleStores } from './stores/people-stores';

/** The API with which the platform manages users, organizations and machines. */
@Module({
  controllers: [
    ProviderController,
    OrganizationsController,
    MembershipsController,
    SecondFactorResetsController,
    ConnectionsController,
    ReportsController,
    DomainsController,
    InvitationsController,
    UsersController,
    UserCredentialsController,
    ApplicationsController,
    ClientTagsController,
    ClientsController,
    TrustRulesController,
  ],
  providers: [MembershipsService, DomainsService, InvitationsService, UsersService, UserCredentialsService],
})
export class ManagementApiModule {
  /** `imports` are the modules of what it manages. */
  static forRoot(settings: ServerSettings, imports: DynamicModule[]): DynamicModule {
    const { CONNECTIONS_PER_ORGANIZATION: most, ISSUER: issuer } = settings;
    return {
      module: ManagementApiModule,
      imports,
      providers: [
        { provide: ProviderIssuer, useValue: { issuer } satisfies ProviderIssuer },
        {
          provide: ConnectionsService,
          useFactory: (store: ConnectionsStore, upstreams: Upstreams) =>
            new ConnectionsService(store, upstreams, most),
          inject: [ConnectionsStore, Upstreams],
        },
        {
          provide: SecondFactorResetsService,
          useFactory: (people: PeopleStores, memberships: MembershipsStore) => {
            const { users, secondFactors, secondFactorResets: resets } = people;
            const tellsOwner = offersMail(settings);
            return new SecondFactorResetsService({ memberships, users, secondFactors, resets, tellsOwner });
          },
          inject: [PeopleStores, MembershipsStore],
        },
      ],
    };
  }
}
