import { type VerificationRecord, type WithdrawalReason, withdrawalReasons } from '@governance/assessments';
import { allowListed } from '@governance/http';
import { type Mode, modes, type Tier, tiers } from '@governance/rubric';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'RubricReference', description: 'The published rubric under which a result was derived.' })
export class RubricReferenceResponse {
  @ApiProperty({ examples: ['ai-governance-msp'] })
  readonly id!: string;

  @ApiProperty({ pattern: String.raw`^\d+\.\d+\.\d+$`, examples: ['1.0.0'] })
  readonly version!: string;

  @ApiProperty({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the published bytes, which `url` serves with this ETag.',
  })
  readonly sha256!: string;

  @ApiProperty({ format: 'uri' })
  readonly url!: string;
}

@ApiSchema({
  name: 'ProvenDomain',
  description: 'A domain that the holder of the certificate controlled at this time, by DNS or by mail.',
})
export class ProvenDomainResponse {
  @ApiProperty({ examples: ['msp.example'], description: 'In ASCII form, in lower case.' })
  readonly name!: string;

  @ApiProperty({ format: 'date-time' })
  readonly provenAt!: string;
}

abstract class RecordResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ format: 'uri', description: 'The service that issues certificates.' })
  readonly issuer!: string;

  @ApiProperty({
    enum: [true],
    description: 'Always true: every certificate is for a self-assessment, not an audit.',
  })
  readonly selfAssessment!: true;

  @ApiProperty({ format: 'date-time', description: 'When this record was made.' })
  readonly verifiedAt!: string;
}

/** spec 2.5: no personal data, no answers, no remediation, no notes. */
@ApiSchema({ name: 'ValidRecord', description: 'The certificate exists and is valid.' })
export class ValidRecordResponse extends RecordResponse {
  @ApiProperty({ enum: [true], description: 'Whether the certificate is valid.' })
  readonly valid!: true;

  @ApiProperty({ enum: ['valid'] })
  readonly status!: 'valid';

  @ApiProperty({ format: 'date-time' })
  readonly issuedAt!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When to repeat the assessment. Advice only: the certificate stays valid.',
  })
  readonly renewBy!: string;

  @ApiProperty({ enum: modes, description: 'Whether a provider assessed itself, or a client.' })
  readonly mode!: Mode;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  readonly overallScore!: number;

  @ApiProperty({ enum: tiers })
  readonly tier!: Tier;

  @ApiProperty()
  readonly launchAllowed!: boolean;

  @ApiProperty()
  readonly rubric!: RubricReferenceResponse;

  @ApiProperty({ required: false, description: 'Absent unless the holder has proven a domain.' })
  readonly domain?: ProvenDomainResponse;

  @ApiProperty({
    required: false,
    pattern: String.raw`^[\w-]+\.[\w-]+\.[\w-]+$`,
    description:
      'The signed credential (Open Badges 3.0, W3C Verifiable Credential 2.0) as a compact JWS. Absent for the first seconds, until the result is certified.',
  })
  readonly credential?: string;

  @ApiProperty({
    required: false,
    format: 'uri',
    description: 'The key that signed `credential`: a `kid` of `/.well-known/jwks.json`.',
  })
  readonly keyId?: string;

  @ApiProperty({
    required: false,
    type: 'integer',
    minimum: 0,
    description:
      'The number of the entry of `credential` in the public log. Absent for the first seconds, for certificates that are older than the log, and after an erasure.',
  })
  readonly logEntry?: number;

  @ApiProperty({
    required: false,
    description: 'Shows that the public log has `credential` (C2SP tlog-proof).',
  })
  readonly logProof?: string;
}

@ApiSchema({
  name: 'WithdrawnRecord',
  description:
    'The certificate with this id was withdrawn. The record omits its result, which is no longer valid.',
})
export class WithdrawnRecordResponse extends RecordResponse {
  @ApiProperty({ enum: [false], description: 'Whether the certificate is valid.' })
  readonly valid!: false;

  @ApiProperty({ enum: ['withdrawn'] })
  readonly status!: 'withdrawn';

  @ApiProperty({ format: 'date-time' })
  readonly issuedAt!: string;

  @ApiProperty({ format: 'date-time' })
  readonly withdrawnAt!: string;

  @ApiProperty({
    enum: withdrawalReasons,
    description: 'The reason for the withdrawal. New codes may be added.',
  })
  readonly withdrawalReason!: WithdrawalReason;
}

@ApiSchema({
  name: 'NotFoundRecord',
  description: 'There is no certificate with this id. A document that shows this id cannot be confirmed.',
})
export class NotFoundRecordResponse extends RecordResponse {
  @ApiProperty({ enum: [false], description: 'Whether the certificate is valid.' })
  readonly valid!: false;

  @ApiProperty({ enum: ['not_found'] })
  readonly status!: 'not_found';
}

export type VerificationRecordResponse =
  ValidRecordResponse | WithdrawnRecordResponse | NotFoundRecordResponse;

const responseClasses = {
  valid: ValidRecordResponse,
  withdrawn: WithdrawnRecordResponse,
  not_found: NotFoundRecordResponse,
};

export function verificationRecordResponse(record: VerificationRecord): VerificationRecordResponse {
  return allowListed<VerificationRecordResponse>(responseClasses[record.status], record);
}
