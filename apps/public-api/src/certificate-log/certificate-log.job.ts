import { CertificateLog } from '@governance/assessments';
import { RepeatedJob } from '@governance/runtime';
import { Injectable } from '@nestjs/common';
import { LogMetrics } from './log-metrics';

const pollMs = 1_000;
const longestRetryMs = 30_000;

/** Takes every certificate and withdrawal into the public log, mailed or not, from start to shutdown. */
@Injectable()
export class CertificateLogJob extends RepeatedJob {
  constructor(
    private readonly log: CertificateLog,
    private readonly metrics: LogMetrics,
  ) {
    super({
      name: 'CertificateLog',
      failure: 'the certificate log waits',
      level: 'error',
      pauseMs: pollMs,
      retryMs: pollMs,
      longestRetryMs,
    });
  }

  protected async run(): Promise<void> {
    await this.metrics.measureWaiting();
    await this.log.advance();
  }
}
