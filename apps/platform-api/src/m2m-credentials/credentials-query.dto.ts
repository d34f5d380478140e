import { type CredentialFilterRequest } from '@governance/iam';
import { Condition } from '../optional-member.decorator';

/** Which credentials are listed. Every given condition must hold. */
export class CredentialsQuery {
  @Condition({ maxLength: 100, description: 'Part of the `name` of the credentials, in any case.' })
  readonly name?: string;

  @Condition({
    format: 'date-time',
    description: 'Credentials with an `expires_at` before this time, those that have expired included.',
  })
  readonly expires_before?: string;

  @Condition({ enum: ['true', 'false'], description: 'Credentials that a machine has used, or has not.' })
  readonly used?: string;

  toFilterRequest(): CredentialFilterRequest {
    return { name: this.name, expiresBefore: this.expires_before, used: this.used };
  }
}
