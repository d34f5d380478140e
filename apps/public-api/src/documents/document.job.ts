import {
  documentNames,
  type DocumentOutcome,
  type DocumentReporter,
  DocumentRunner,
  DocumentStores,
} from '@governance/assessments';
import { Clock } from '@governance/kernel';
import { RepeatedJob } from '@governance/runtime';
import { Injectable } from '@nestjs/common';
import { DocumentMetrics } from './document-metrics';
import { RequestedCertificate } from './requested-certificate';
import { RequestedEvidenceReport } from './requested-evidence-report';

/** Longer than a browser start and a print may take. A document is delayed by this time when its worker dies. */
const leaseMs = 30_000;
const pollMs = 500;
const longestRetryMs = 30_000;

/** Outcomes that an operator should notice. */
const troubles: readonly DocumentOutcome[] = ['postponed', 'parked', 'lost'];

/** Makes requested documents, from start to shutdown: one at a time, so that mail always has a page of the browser. */
@Injectable()
export class DocumentJob extends RepeatedJob {
  private readonly runners: readonly DocumentRunner[];

  constructor(
    stores: DocumentStores,
    certificate: RequestedCertificate,
    evidenceReport: RequestedEvidenceReport,
    clock: Clock,
    private readonly metrics: DocumentMetrics,
  ) {
    super({
      name: 'Documents',
      failure: 'the document queue failed',
      level: 'error',
      pauseMs: pollMs,
      retryMs: pollMs,
      longestRetryMs,
    });
    const { report } = this;
    const now = (): Date => clock.now();
    const makers = { certificate, 'evidence-report': evidenceReport };
    this.runners = documentNames.map((name) => {
      const [queue, maker] = [stores.queueOf(name), makers[name]];
      return new DocumentRunner({ queue, maker, report, leaseMs, now, random: Math.random });
    });
  }

  protected async run(): Promise<void> {
    while (!this.signal.aborted && (await this.makeOneOfEach()));
  }

  /** In turn, so that neither kind keeps the other waiting. */
  private async makeOneOfEach(): Promise<boolean> {
    let made = false;
    for (const runner of this.runners) made = (await runner.makeNext()) !== undefined || made;
    return made;
  }

  private readonly report: DocumentReporter = (outcome, details) => {
    this.metrics.attempted(outcome);
    const line = { msg: 'document', outcome, ...details };
    if (troubles.includes(outcome)) this.logger.warn(line);
    else this.logger.log(line);
  };
}
