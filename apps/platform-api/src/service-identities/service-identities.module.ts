import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { PermissionsController } from './permissions.controller';
import { ServiceIdentitiesController } from './service-identities.controller';
import { ServiceIdentitiesService } from './service-identities.service';

@Module({
  controllers: [PermissionsController, ServiceIdentitiesController],
  providers: [ListPages, ServiceIdentitiesService],
})
export class ServiceIdentitiesModule {}
