import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** The message is on its way, as far as anybody may know: neither address nor budget shows. */
@ApiSchema({ name: 'Resend' })
export class ResendResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ enum: ['queued'] })
  readonly status = 'queued';

  constructor(id: string) {
    this.id = id;
  }
}
