import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** `unavailable`: it did not answer in time, or with a server error. */
export type ProviderRequestOutcome = 'answered' | 'unavailable';

/** The operators' metric of requests to the identity provider. */
@Injectable()
export class ProviderRequests {
  private readonly requests: Counter;

  constructor(registry: Registry) {
    this.requests = new Counter({
      name: 'identity_provider_requests_total',
      help: 'Requests to the identity provider, by outcome; a server error counts as unavailable',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of ['answered', 'unavailable']) this.requests.inc({ outcome }, 0);
  }

  readonly count = (outcome: ProviderRequestOutcome): void => {
    this.requests.inc({ outcome });
  };
}
