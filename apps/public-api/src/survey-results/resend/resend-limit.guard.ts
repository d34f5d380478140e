import { clientBucket } from '@governance/http';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import { type Request } from 'express';
import { tooManyResends } from './resend-problems';

/** spec 8: resends are limited per client. Calls for unknown ids count too, which limits guessing. */
@Injectable()
export class ResendLimitGuard extends ThrottlerGuard {
  protected override getTracker({ ip }: Pick<Request, 'ip'>): Promise<string> {
    return Promise.resolve(clientBucket(ip));
  }

  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return `resend ${tracker}`;
  }

  protected override throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    throw tooManyResends({ headers: { 'retry-after': String(timeToBlockExpire) } });
  }
}
