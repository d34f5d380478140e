import { allowListed } from '@governance/http';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { derivedResult, DerivedResultResponse, type ResultUrls } from './derived-result.dto';
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
  readonly certificateDelivery!: 'queued' | 'none';
}

export function surveyResultResponse(submitted: SubmittedResult, urls: ResultUrls): SurveyResultResponse {
  const certificateDelivery = submitted.delivery;
  return allowListed(SurveyResultResponse, { ...derivedResult(submitted, urls), certificateDelivery });
}
