import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** The operators' metric of access tokens. `failed`: neither accepted nor refused, because keys or the database were unavailable. */
@Injectable()
export class TokenChecks {
  private readonly checks: Counter;

  constructor(registry: Registry) {
    this.checks = new Counter({
      name: 'access_token_checks_total',
      help: 'Checks of access tokens, by outcome; requests without a token are not counted',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of ['accepted', 'refused', 'failed']) this.checks.inc({ outcome }, 0);
  }

  count(outcome: 'accepted' | 'refused' | 'failed'): void {
    this.checks.inc({ outcome });
  }
}
