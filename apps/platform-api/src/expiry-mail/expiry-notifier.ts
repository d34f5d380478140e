import { Clock } from '@governance/kernel';
import { type ClaimedJob, HourlyJob } from '@governance/deliveries';
import { ExpiryNotices, MemberDirectory } from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { adminAddresses } from './admin-addresses';

const dayMs = 24 * 60 * 60_000;
/** Longer than a mail can wait for its budget or for an operator. */
const keptDays = 31;

/** Queues the mails to account admins about secrets and keys that expire. */
@Injectable()
export class ExpiryNotifier extends HourlyJob {
  private readonly logger = new Logger('ExpiryNotifier');

  constructor(
    private readonly notices: ExpiryNotices,
    private readonly members: MemberDirectory,
    private readonly clock: Clock,
  ) {
    super('platform/expiry-notices');
  }

  async run(_job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    let credentials = 0;
    for (const orgId of await this.notices.organizationsDue(now)) {
      if (signal.aborted) return;
      credentials += await this.notifyAdmins(orgId, now);
    }
    if (credentials > 0) this.logger.log({ msg: 'expiry notices queued', credentials });
    await this.notices.removeOld(new Date(now.getTime() - keptDays * dayMs));
  }

  private async notifyAdmins(orgId: string, now: Date): Promise<number> {
    const addresses = await adminAddresses(this.members, orgId);
    if (addresses.length === 0) {
      this.logger.warn({ msg: 'no account admin with an address for an expiry notice', orgId });
      return 0;
    }
    const mails = addresses.map((email) => ({ deliveryId: randomUUID(), email }));
    return this.notices.queue(orgId, { now, mails });
  }
}
