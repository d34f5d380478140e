import { renewBy } from '@governance/assessments';
import { allowListed } from '@governance/http';
import { RubricReferenceResponse } from '@governance/verification';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  type DerivedResult,
  derivedResult,
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
  readonly rubric!: RubricReferenceResponse;

  @ApiProperty({
    format: 'date-time',
    description: 'When to repeat the assessment. Advice only: the certificate stays valid.',
  })
  readonly renewBy!: string;

  @ApiProperty({
    enum: ['valid', 'withdrawn'],
    description: 'A withdrawn certificate cannot be downloaded or sent.',
  })
  readonly certificateStatus!: CertificateStatus;
}

export function storedResultResponse(
  derived: DerivedResult,
  { certificateStatus, rubricUrl, ...urls }: StoredResultExtras,
): StoredResultResponse {
  const { createdAt, rubric } = derived.result;
  return allowListed(StoredResultResponse, {
    ...derivedResult(derived, urls),
    rubric: { ...rubric, url: rubricUrl },
    renewBy: renewBy(createdAt).toISOString(),
    certificateStatus,
  });
}
