import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'DocumentStatus', description: 'The PDF is being made.' })
export class DocumentStatusResponse {
  @ApiProperty({ enum: ['queued'] })
  readonly status = 'queued';
}
