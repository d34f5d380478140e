import { JoseIssuer } from '@governance/certificates';
import { TreeHeads } from '@governance/iam';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { Injectable, Logger } from '@nestjs/common';

const pollMs = 5_000;
const minuteMs = 60_000;
const batch = 100;

/** Signs the heads of the trees of audit events, from start to shutdown. This program has the keys, and reads no event. */
@Injectable()
export class TreeHeadSigningJob extends BackgroundJob {
  protected readonly logger = new Logger('AuditSigning');

  constructor(
    private readonly heads: TreeHeads,
    private readonly issuer: JoseIssuer,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      this.logged({
        task: () => this.sign(),
        failure: 'signing of audit tree heads failed',
        level: 'error',
        pauseMs: pollMs,
        retryMs: pollMs,
        longestRetryMs: minuteMs,
      }),
    ];
  }

  private async sign(): Promise<void> {
    const unsigned = await this.heads.unsigned(batch);
    for (const head of unsigned) await this.heads.keep(head, await this.issuer.signTreeHead(head));
    if (unsigned.length > 0) this.logger.log({ msg: 'audit tree heads signed', heads: unsigned.length });
  }
}
