import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { CampaignRecipients } from './campaign-recipients';
import { CampaignSenders } from './campaign-senders';
import { CampaignsController } from './campaigns.controller';
import { CampaignsService } from './campaigns.service';

@Module({
  controllers: [CampaignsController],
  providers: [ListPages, CampaignSenders, CampaignRecipients, CampaignsService],
})
export class CampaignsModule {}
