import { Module } from '@nestjs/common';
import { DomainsController } from '../domains/domains.controller';
import { DomainsService } from '../domains/domains.service';
import { ConnectionMembers } from './connection-members';
import { ConnectionsController } from './connections.controller';
import { ConnectionsService } from './connections.service';
import { ProbeLimits } from './probe-limits';

/** decisions 3: domain routes are in the endpoint group of connections. */
@Module({
  controllers: [ConnectionsController, DomainsController],
  providers: [ConnectionMembers, ConnectionsService, DomainsService, ProbeLimits],
})
export class ConnectionsModule {}
