import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'PendingReviewPack', description: 'The review pack is being made.' })
export class PendingReviewPackResponse {
  @ApiProperty({ enum: [false], description: 'Whether the PDF is made.' })
  readonly ready = false;
}
