import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { OrgResultsController } from './org-results.controller';
import { OrgResultsService } from './org-results.service';

@Module({ controllers: [OrgResultsController], providers: [ListPages, OrgResultsService] })
export class OrgResultsModule {}
