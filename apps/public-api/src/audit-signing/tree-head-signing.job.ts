import { TreeHeads, type UnsignedHead } from '@governance/iam';
import { RepeatedJob } from '@governance/runtime';
import { Injectable } from '@nestjs/common';
import { TreeHeadSigner } from './tree-head-signer';

const pollMs = 5_000;
const minuteMs = 60_000;
const batch = 100;

/** Signs the heads of the trees of audit events, from start to shutdown. This program has the keys, and reads no event. */
@Injectable()
export class TreeHeadSigningJob extends RepeatedJob {
  constructor(
    private readonly heads: TreeHeads,
    private readonly signer: TreeHeadSigner,
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
    let signed = 0;
    for await (const head of this.unsigned()) if (await this.signer.sign(head)) signed += 1;
    if (signed > 0) this.logger.log({ msg: 'audit tree heads signed', heads: signed });
  }

  /** All of them, also behind those that are refused. */
  private async *unsigned(): AsyncGenerator<UnsignedHead> {
    for (let heads = await this.heads.unsigned(batch); heads.length > 0;) {
      yield* heads;
      heads = heads.length < batch ? [] : await this.heads.unsigned(batch, heads.at(-1));
    }
  }
}
