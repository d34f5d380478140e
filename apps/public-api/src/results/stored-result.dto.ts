import { renewBy, type SurveyResult } from '@governance/assessments';
import { RubricReferenceResponse } from '@governance/verification';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  type DerivedResult,
  DerivedResultResponse,
  type ResultUrls,
} from '../survey-results/derived-result.dto';
import { type CertificateStatus } from './read-results.service';

export interface StoredResultExtras extends ResultUrls {
  readonly certificateStatus: CertificateStatus;
  /** Where the bytes of the rubric are published. */
  readonly rubricUrl: string;
}

@ApiSchema({
  name: 'StoredResult',
  description: 'A stored result, as at its submission. New members may be added.',
})
export class StoredResultResponse extends DerivedResultResponse {
  @ApiProperty()
  readonly rubric: RubricReferenceResponse;

  @ApiProperty({
    format: 'date-time',
    description: 'When to repeat the assessment. Advice only: the certificate stays valid.',
  })
  readonly renewBy: string;

  @ApiProperty({
    enum: ['valid', 'withdrawn'],
    description: 'A withdrawn certificate cannot be downloaded or sent.',
  })
  readonly certificateStatus: CertificateStatus;

  constructor(derived: DerivedResult, { certificateStatus, rubricUrl, ...urls }: StoredResultExtras) {
    super(derived, urls);
    const { createdAt, rubric }: SurveyResult = derived.result;
    this.rubric = new RubricReferenceResponse({ ...rubric, url: rubricUrl });
    this.renewBy = renewBy(createdAt).toISOString();
    this.certificateStatus = certificateStatus;
  }
}
