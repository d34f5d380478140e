import { JoseIssuer } from '@governance/certificates';
import { TreeHeads } from '@governance/iam';
import { RepeatedJob } from '@governance/runtime';
import { Injectable } from '@nestjs/common';

const pollMs = 5_000;
const minuteMs = 60_000;
const batch = 100;

/** Signs the heads of the trees of audit events, from start to shutdown. This program has the keys, and reads no event. */
@Injectable()
export class TreeHeadSigningJob extends RepeatedJob {
  constructor(
    private readonly heads: TreeHeads,
    private readonly issuer: JoseIssuer,
  ) {
    super({
      name: 'AuditSigning',
      failure: 'signing of audit tree heads failed',
      level: 'error',
      pauseMs: pollMs,
      retryMs: pollMs,
      longestRetryMs: minuteMs,
    });
  }

  protected async run(): Promise<void> {
    const unsigned = await this.heads.unsigned(batch);
    for (const head of unsigned) await this.heads.keep(head, await this.issuer.signTreeHead(head));
    if (unsigned.length > 0) this.logger.log({ msg: 'audit tree heads signed', heads: unsigned.length });
  }
}
