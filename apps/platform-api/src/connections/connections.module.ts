import { Module } from '@nestjs/common';
import { ConnectionMembers } from './connection-members';
import { ConnectionsController } from './connections.controller';
import { ConnectionsService } from './connections.service';

@Module({ controllers: [ConnectionsController], providers: [ConnectionMembers, ConnectionsService] })
export class ConnectionsModule {}
