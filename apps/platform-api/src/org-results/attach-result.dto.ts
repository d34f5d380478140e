import { Member } from '@governance/http';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';

@ApiSchema({ name: 'AttachResult', description: 'Unknown members are refused.' })
export class AttachResultRequest {
  @ApiProperty({
    description:
      'The capability of the result: the `resultUrl` of the submission, or its last part alone. It is a secret, and is not stored.',
  })
  @Member()
  @IsString()
  readonly capability!: string;
}
