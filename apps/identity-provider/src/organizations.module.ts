import { TxtResolver } from '@governance/iam';
import { DnsTxtResolver } from '@governance/runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import { type ServerSettings } from './config';
import { storeProviders } from './database/store.providers';
import { DomainsStore } from './domains/domains.store';
import { ProvenDomainsStore } from './domains/proven-domains.store';
import { InvitationLinks } from './invitations/invitation-links';
import { InvitationsStore } from './invitations/invitations.store';
import { MembershipsStore } from './organizations/memberships.store';
import { OrganizationsStore } from './organizations/organizations.store';

const stores = [OrganizationsStore, MembershipsStore, InvitationsStore, DomainsStore, ProvenDomainsStore];

/** Organizations with their members, invitations and domains. */
@Module({})
export class OrganizationsModule {
  static forRoot({ ISSUER: issuer }: Pick<ServerSettings, 'ISSUER'>): DynamicModule {
    return {
      module: OrganizationsModule,
      providers: [
        ...storeProviders(...stores),
        { provide: TxtResolver, useClass: DnsTxtResolver },
        { provide: InvitationLinks, useValue: new InvitationLinks(issuer) },
      ],
      exports: [...stores, TxtResolver, InvitationLinks],
    };
  }
}
