import { Member } from '@governance/http';
import { longestAssertion } from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';

@ApiSchema({ name: 'TryTrustRule', description: 'Unknown members are refused.' })
export class TryTrustRuleRequest {
  @ApiProperty({
    format: 'password',
    minLength: 1,
    maxLength: longestAssertion,
    description: 'A token of the workload. It is neither stored nor logged.',
  })
  @Member()
  @IsString()
  readonly token: string = '';

  /** Throws a `RuleViolation`. */
  toAssertion(): string {
    if (this.token !== '' && this.token.length <= longestAssertion) return this.token;
    throw new RuleViolation(`token must have 1 to ${longestAssertion} characters`);
  }
}
