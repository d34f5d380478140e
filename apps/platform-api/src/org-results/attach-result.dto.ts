import { Member } from '@governance/http';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { OptionalMember } from '../optional-member.decorator';

@ApiSchema({ name: 'AttachResult', description: 'Unknown members are refused.' })
export class AttachResultRequest {
  @ApiProperty({
    description:
      'The capability of the result: the `resultUrl` of the submission, or its last part alone. It is a secret, and is not stored.',
  })
  @Member()
  @IsString()
  readonly capability!: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description:
      'The `id` of the client that the result belongs to. Absent: the client with the proven domain of the result, or else a new one. A result that is attached already stays with its client then.',
  })
  @OptionalMember()
  @IsString()
  readonly client_id?: string;
}
