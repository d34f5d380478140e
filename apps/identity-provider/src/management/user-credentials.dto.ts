import { ApiSchema } from '@nestjs/swagger';
import { Member } from './member.decorator';
import { password, totpSecret } from './member-rules';

@ApiSchema({ name: 'PutPassword', description: 'Other members are refused.' })
export class PutPasswordRequest {
  @Member(password, {
    description:
      'Common passwords, passwords based on the email address and a single repeated pattern are refused. There are no rules about character types.',
  })
  readonly password: string = '';
}

@ApiSchema({ name: 'PutTotp', description: 'Other members are refused.' })
export class PutTotpRequest {
  @Member(totpSecret, {
    description: 'The secret of an authenticator app (RFC 6238): 20 bytes in base32, without padding.',
  })
  readonly secret: string = '';
}
