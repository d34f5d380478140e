import { Member } from '@governance/http';
import { type SecretRule, secretRules } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';

const words =
  '`forbidden`: no credential of type `client_secret` can be created. Existing ones still work, and can be rotated.';

@ApiSchema({ name: 'SetCredentialPolicy', description: 'Unknown members are refused.' })
export class SetCredentialPolicyRequest {
  @ApiProperty({ enum: secretRules, description: words })
  @Member()
  @IsString()
  readonly client_secrets: string = '';
}

@ApiSchema({
  name: 'CredentialPolicy',
  description: 'What the organization allows for new credentials. New members may be added.',
})
export class CredentialPolicyResponse {
  @ApiProperty({ enum: secretRules, description: words })
  readonly client_secrets: SecretRule;

  constructor(secrets: SecretRule) {
    this.client_secrets = secrets;
  }
}
