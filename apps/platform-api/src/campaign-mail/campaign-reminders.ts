import { CampaignMails } from '@governance/assessments';
import { HourlyJob } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { Injectable, Logger } from '@nestjs/common';

/** Queues the reminders of campaigns: 7, 3 and 1 days before the due day, and on the day. */
@Injectable()
export class CampaignReminders extends HourlyJob {
  private readonly logger = new Logger('CampaignReminders');

  constructor(
    private readonly mails: CampaignMails,
    private readonly clock: Clock,
  ) {
    super('platform/campaign-reminders');
  }

  async run(): Promise<void> {
    const reminders = await this.mails.queueReminders(this.clock.now());
    if (reminders > 0) this.logger.log({ msg: 'campaign reminders queued', reminders });
  }
}
