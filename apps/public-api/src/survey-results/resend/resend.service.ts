import { Clock, Problem } from '@governance/kernel';
import { ResendQueue } from '@governance/deliveries';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { randomUUID } from 'node:crypto';

/** Queues certificates that are to be sent once more. */
@Injectable()
export class ResendService {
  constructor(
    private readonly queue: ResendQueue,
    private readonly clock: Clock,
  ) {}

  /** Gives the result's id in its one spelling. `client` is the bucket of the caller. */
  async resend(id: string, client: string): Promise<string> {
    const resultId = id.toLowerCase();
    switch (isUUID(resultId, 'loose') ? await this.add(resultId, client) : 'unknown_result') {
      case 'queued':
        return resultId;
      case 'unknown_result':
        throw new Problem('not_found', 'there is no survey result with this id');
      case 'no_address':
        throw new Problem('not_found', 'no email address is recorded for this survey result');
      case 'withdrawn':
        throw new Problem('not_found', 'the certificate of this survey result was withdrawn');
    }
  }

  private add(resultId: string, clientAddress: string): ReturnType<ResendQueue['add']> {
    return this.queue.add({ resultId, deliveryId: randomUUID(), clientAddress, now: this.clock.now() });
  }
}
