import { type DynamicModule, Module } from '@nestjs/common';
import { type ServerSettings } from './config';
import { Upstreams } from './connections/upstreams';
import { ApplicationsController } from './management/applications.controller';
import { ClientTagsController } from './management/client-tags.controller';
import { ClientsController } from './management/clients.controller';
import { ConfirmedFactorsController } from './management/confirmed-factors.controller';
import { ConnectionsController } from './management/connections.controller';
import { ConnectionsService } from './management/connections.service';
import { DomainLapsesController } from './management/domain-lapses.controller';
import { DomainsController } from './management/domains.controller';
import { DomainsService } from './management/domains.service';
import { InvitationStatesController } from './management/invitation-states.controller';
import { InvitationsController } from './management/invitations.controller';
import { InvitationsService } from './management/invitations.service';
import { MemberSearchController } from './management/member-search.controller';
import { MembershipsController } from './management/memberships.controller';
import { MembershipsService } from './management/memberships.service';
import { OrganizationsController } from './management/organizations.controller';
import { ProviderController } from './management/provider.controller';
import { ProviderIssuer } from './management/provider-issuer';
import { SessionEndsController } from './management/session-ends.controller';
import { UserCredentialsController } from './management/user-credentials.controller';
import { UserCredentialsService } from './management/user-credentials.service';
import { UsersController } from './management/users.controller';
import { UsersService } from './management/users.service';
import { ConnectionsStore } from './organizations/connections.store';

/** The API with which the platform manages users, organizations and machines. */
@Module({
  controllers: [
    ProviderController,
    OrganizationsController,
    MembershipsController,
    ConnectionsController,
    ConfirmedFactorsController,
    DomainsController,
    DomainLapsesController,
    InvitationsController,
    InvitationStatesController,
    MemberSearchController,
    UsersController,
    UserCredentialsController,
    SessionEndsController,
    ApplicationsController,
    ClientTagsController,
    ClientsController,
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
      ],
    };
  }
}
