import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { clientOwners } from './client-owners';
import { ClientsController } from './clients.controller';
import { ClientsService } from './clients.service';

@Module({ controllers: [ClientsController], providers: [ListPages, clientOwners, ClientsService] })
export class ClientsModule {}
