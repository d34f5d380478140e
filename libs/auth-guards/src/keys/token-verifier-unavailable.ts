import { Unavailable } from '@governance/kernel';

/** The token cannot be verified because the issuer's keys cannot be read: 503, never 401. */
export class TokenVerifierUnavailable extends Unavailable {
  override readonly name = 'TokenVerifierUnavailable';
}
