import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose } from 'class-transformer';

/** Always "queued": the response reveals neither address nor budget. */
@ApiSchema({ name: 'Resend' })
export class ResendResponse {
  @ApiProperty({ format: 'uuid' })
  @Expose()
  readonly id: string;

  @ApiProperty({ enum: ['queued'] })
  @Expose()
  readonly status = 'queued';

  constructor(id: string) {
    this.id = id;
  }
}
