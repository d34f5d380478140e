import { Clock } from '@governance/kernel';
import { ExpiryNotices, type NoticeDays, noticeDays } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';

/** The operators' metric of credentials that expire soon. No label names a credential or an organization. */
@Injectable()
export class ExpiryMetrics {
  constructor(registry: Registry, notices: ExpiryNotices, clock: Clock) {
    const ending = new Gauge({
      name: 'credentials_ending',
      help: 'M2M credentials whose secret or key expires within the given days; equal in every platform worker',
      labelNames: ['within_days'],
      registers: [registry],
      collect: async () => {
        // NaN, not 0, while the database is unavailable.
        const counts = await notices.countEnding(clock.now()).catch(() => new Map<NoticeDays, number>());
        for (const days of noticeDays) ending.set({ within_days: days }, counts.get(days) ?? Number.NaN);
      },
    });
  }
}
