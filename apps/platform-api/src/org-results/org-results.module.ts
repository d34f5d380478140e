import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { PortfolioController } from '../portfolio/portfolio.controller';
import { PortfolioService } from '../portfolio/portfolio.service';
import { OrgResultsController } from './org-results.controller';
import { OrgResultsService } from './org-results.service';

/** Results, and what follows from them for all clients. */
@Module({
  controllers: [OrgResultsController, PortfolioController],
  providers: [ListPages, OrgResultsService, PortfolioService],
})
export class OrgResultsModule {}
