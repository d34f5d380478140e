import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose } from 'class-transformer';

@ApiSchema({ name: 'DocumentStatus', description: 'The PDF is being made.' })
export class DocumentStatusResponse {
  @ApiProperty({ enum: ['queued'] })
  @Expose()
  readonly status = 'queued';
}
