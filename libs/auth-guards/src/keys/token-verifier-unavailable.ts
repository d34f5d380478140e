import { Unavailable } from '@governance/kernel';

/** Whether a token is good cannot be told now, because the issuer's keys cannot be read: 503, never 401. */
export class TokenVerifierUnavailable extends Unavailable {
  override readonly name = 'TokenVerifierUnavailable';
}
