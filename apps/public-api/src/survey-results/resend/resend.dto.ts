import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** Always "queued": the response reveals neither address nor budget. */
@ApiSchema({ name: 'Resend' })
export class ResendResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ enum: ['queued'] })
  readonly status!: 'queued';
}
