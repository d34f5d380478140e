import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { DerivedResultResponse, type ResultUrls } from './derived-result.dto';
import { type SubmittedResult } from './survey-results.service';

@ApiSchema({
  name: 'SurveyResult',
  description: 'The result derived from the answers. New members may be added.',
})
export class SurveyResultResponse extends DerivedResultResponse {
  @ApiProperty({
    enum: ['queued', 'none'],
    description: '`none`: no address was given. `queued`: the certificate will be sent to the address.',
  })
  readonly certificateDelivery: 'queued' | 'none';

  constructor(submitted: SubmittedResult, urls: ResultUrls) {
    super(submitted, urls);
    this.certificateDelivery = submitted.delivery;
  }
}
