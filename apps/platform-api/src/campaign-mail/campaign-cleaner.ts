import { CampaignMails, keptDraftDays } from '@governance/assessments';
import { HourlyJob } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { Injectable, Logger } from '@nestjs/common';

const dayMs = 24 * 60 * 60_000;

/** Removes contacts and answers of campaigns, some days after their end. */
@Injectable()
export class CampaignCleaner extends HourlyJob {
  private readonly logger = new Logger('CampaignCleaner');

  constructor(
    private readonly mails: CampaignMails,
    private readonly clock: Clock,
  ) {
    super('platform/ended-campaigns');
  }

  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - keptDraftDays * dayMs);
    const drafts = await this.mails.forgetEnded(before);
    if (drafts > 0) this.logger.log({ msg: 'drafts of ended campaigns removed', drafts });
  }
}
