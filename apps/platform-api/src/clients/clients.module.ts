import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { ClientImports } from './client-imports.service';
import { clientOwners } from './client-owners';
import { ReviewPacksController } from '../review-packs/review-packs.controller';
import { ReviewPacks } from '../review-packs/review-packs.service';
import { ClientsController } from './clients.controller';
import { ClientsService } from './clients.service';

@Module({
  controllers: [ClientsController, ReviewPacksController],
  providers: [ListPages, clientOwners, ClientImports, ClientsService, ReviewPacks],
})
export class ClientsModule {}
