import { ConnectionMembers, MemberDirectory, TokenCutOffs } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Module } from '@nestjs/common';
import { DomainsController } from '../domains/domains.controller';
import { DomainsService } from '../domains/domains.service';
import { ManagedIssuer } from '../managed-issuer';
import { ProviderChangesModule } from '../provider-changes/provider-changes.module';
import { ConnectionsController } from './connections.controller';
import { ConnectionsService } from './connections.service';
import { ProbeLimits } from './probe-limits';

type MembersParts = [MemberDirectory, TokenCutOffs, Clock, ManagedIssuer];

/** decisions 3: domain routes are in the endpoint group of connections. */
@Module({
  imports: [ProviderChangesModule],
  controllers: [ConnectionsController, DomainsController],
  providers: [
    {
      provide: ConnectionMembers,
      useFactory: (...[directory, cutOffs, clock, { issuer }]: MembersParts) =>
        new ConnectionMembers({ directory, cutOffs, issuer, now: () => clock.now() }),
      inject: [MemberDirectory, TokenCutOffs, Clock, ManagedIssuer],
    },
    ConnectionsService,
    DomainsService,
    ProbeLimits,
  ],
})
export class ConnectionsModule {}
