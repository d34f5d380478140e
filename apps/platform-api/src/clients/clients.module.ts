import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { ClientImports } from './client-imports.service';
import { clientOwners } from './client-owners';
import { ClientsController } from './clients.controller';
import { ClientsService } from './clients.service';

@Module({
  controllers: [ClientsController],
  providers: [ListPages, clientOwners, ClientImports, ClientsService],
})
export class ClientsModule {}
