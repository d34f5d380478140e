import { type ProofOutcome, proofOutcomes } from '@governance/assessments';
import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** The operators' metrics of domains that holders prove. No label names a domain. */
@Injectable()
export class DomainProofMetrics {
  private readonly checks: Counter;

  constructor(registry: Registry) {
    this.checks = new Counter({
      name: 'certificate_domain_checks_total',
      help: 'Checks of domains that certificates show or their holders want to prove, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of proofOutcomes) this.checks.inc({ outcome }, 0);
  }

  checked(outcome: ProofOutcome): void {
    this.checks.inc({ outcome });
  }
}
