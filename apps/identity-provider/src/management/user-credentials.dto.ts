import { ApiSchema } from '@nestjs/swagger';
import { Member } from './member.decorator';
import { password, totpSecret } from './member-rules';

@ApiSchema({ name: 'PutPassword', description: 'Other members are refused.' })
export class PutPasswordRequest {
  @Member(password, {
    description:
      'Common passwords, parts of the own email address and one repeated pattern are refused. Letters, digits and signs may be mixed in any way.',
  })
  readonly password: string = '';
}

@ApiSchema({ name: 'PutTotp', description: 'Other members are refused.' })
export class PutTotpRequest {
  @Member(totpSecret, {
    description: 'Of an authenticator app (RFC 6238): 20 bytes in base32, without padding.',
  })
  readonly secret: string = '';
}
