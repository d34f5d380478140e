import { Clock } from '@governance/kernel';
import { ResendQueue } from '@governance/deliveries';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { randomUUID } from 'node:crypto';
import { noAddress, unknownResult, withdrawn } from './resend-problems';

/** Queues certificates to be sent again. */
@Injectable()
export class ResendService {
  constructor(
    private readonly queue: ResendQueue,
    private readonly clock: Clock,
  ) {}

  /** Returns the result's canonical id. `client` is the caller's rate limit bucket. */
  async resend(id: string, client: string): Promise<string> {
    const resultId = id.toLowerCase();
    switch (isUUID(resultId, 'loose') ? await this.add(resultId, client) : 'unknown_result') {
      case 'queued':
        return resultId;
      case 'unknown_result':
        throw unknownResult();
      case 'no_address':
        throw noAddress();
      case 'withdrawn':
        throw withdrawn();
    }
  }

  private add(resultId: string, clientAddress: string): ReturnType<ResendQueue['add']> {
    return this.queue.add({ resultId, deliveryId: randomUUID(), clientAddress, now: this.clock.now() });
  }
}
