import { CampaignMails, type CampaignReport, OrgResultStore } from '@governance/assessments';
import { type ClaimedJob, Job } from '@governance/deliveries';
import { type AuditContext, everythingOf } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable, Logger } from '@nestjs/common';

const minuteMs = 60_000;

/**
 * Takes over what clients have done on the public surface: attaches a submitted result to its client, and keeps an opt-out for later
 * campaigns. A report is deleted after that, so a worker that dies in between leaves it to the next one, which changes nothing twice.
 */
@Injectable()
export class CampaignAnswers extends Job {
  readonly queue = 'platform/campaign-answers';
  override readonly longestRetryMs = 60 * minuteMs;
  private readonly logger = new Logger('CampaignAnswers');

  constructor(
    private readonly mails: CampaignMails,
    private readonly results: OrgResultStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  async run({ key: draftId }: ClaimedJob): Promise<void> {
    for (const report of await this.mails.reportsOf(draftId)) {
      if (report.resultId !== undefined) await this.attach(report, report.resultId);
      await this.mails.settle(report, this.clock.now());
    }
  }

  /** Rejects while the organization has no room for another result. */
  private async attach(report: CampaignReport, resultId: string): Promise<void> {
    const { orgId, clientId } = report;
    const change = { now: this.clock.now(), audit: auditOf(report, resultId), clientId };
    const outcome = await this.results.forViewer(everythingOf(orgId)).attach(resultId, change);
    if (outcome === 'full') throw new ResultsFull();
    if (outcome === 'unknown' || outcome === 'unknown-client' || outcome === 'withdrawn')
      this.logger.warn({ msg: 'a submitted result was not attached', organization: orgId, outcome });
  }
}

class ResultsFull extends Error {
  override readonly name = 'ResultsFull';
}

function auditOf({ id, orgId }: CampaignReport, target: string): AuditContext {
  const actor = {
    kind: 'system',
    issuer: 'worker',
    subject: 'campaign-answers',
    clientId: undefined,
  } as const;
  const operation = 'org-results:attach';
  return { actor, orgId, operation, target, requestId: id, secondFactorAgeSeconds: undefined };
}
