import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose } from 'class-transformer';

/** The message is on its way, as far as anybody may know: neither address nor budget shows. */
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
