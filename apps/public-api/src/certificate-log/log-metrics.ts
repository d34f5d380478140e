import { CertificateLogStore } from '@governance/assessments';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';

export type WitnessOutcome = 'cosigned' | 'failed';

/** The operators' metrics of the certificate log. */
@Injectable()
export class LogMetrics {
  private readonly answers: Counter;
  private readonly waiting: Gauge;

  constructor(
    registry: Registry,
    private readonly store: CertificateLogStore,
    private readonly clock: Clock,
  ) {
    this.answers = new Counter({
      name: 'certificate_log_witness_answers_total',
      help: 'Requests to cosign a checkpoint of the certificate log, by witness and outcome',
      labelNames: ['witness', 'outcome'],
      registers: [registry],
    });
    this.waiting = new Gauge({
      name: 'certificate_log_waiting_seconds',
      help: 'How long the oldest certificate or withdrawal has waited for a checkpoint that enough witnesses cosigned; 0 if none waits',
      registers: [registry],
    });
  }

  answered(witness: string, outcome: WitnessOutcome): void {
    this.answers.inc({ witness, outcome });
  }

  async measureWaiting(): Promise<void> {
    const since = await this.store.waitingSince();
    this.waiting.set(since === undefined ? 0 : (this.clock.now().getTime() - since.getTime()) / 1_000);
  }
}
