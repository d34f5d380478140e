import {
  type ValidRecord,
  type VerificationRecord,
  type WithdrawalReason,
  withdrawalReasons,
  type WithdrawnRecord,
} from '@governance/assessments';
import { type Mode, modes, type Tier, tiers } from '@governance/rubric';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'RubricReference', description: 'The published rubric under which a result was derived.' })
export class RubricReferenceResponse {
  @ApiProperty({ examples: ['ai-governance-msp'] })
  readonly id: string;

  @ApiProperty({ pattern: String.raw`^\d+\.\d+\.\d+$`, examples: ['1.0.0'] })
  readonly version: string;

  @ApiProperty({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the published bytes: what `url` answers, and its ETag.',
  })
  readonly sha256: string;

  @ApiProperty({ format: 'uri' })
  readonly url: string;

  constructor({ id, version, sha256, url }: ValidRecord['rubric']) {
    this.id = id;
    this.version = version;
    this.sha256 = sha256;
    this.url = url;
  }
}

/** The constructors are the allow-list: class-transformer would take 5 times as long on every verification (docs/adr/0022). */
abstract class RecordResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'uri', description: 'The service that issues certificates.' })
  readonly issuer: string;

  @ApiProperty({
    enum: [true],
    description: 'Every certificate is that of a self-assessment, not of an audit.',
  })
  readonly selfAssessment: true;

  @ApiProperty({ format: 'date-time', description: 'When this answer was given.' })
  readonly verifiedAt: string;

  constructor({ id, issuer, selfAssessment, verifiedAt }: VerificationRecord) {
    this.id = id;
    this.issuer = issuer;
    this.selfAssessment = selfAssessment;
    this.verifiedAt = verifiedAt;
  }
}

/** spec 2.5: no personal data, no answers, no remediation, no notes. */
@ApiSchema({ name: 'ValidRecord', description: 'The certificate exists, and this is what it says.' })
export class ValidRecordResponse extends RecordResponse {
  @ApiProperty({ enum: [true], description: 'What counts.' })
  readonly valid = true;

  @ApiProperty({ enum: ['valid'] })
  readonly status = 'valid';

  @ApiProperty({ format: 'date-time' })
  readonly issuedAt: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When the assessment should be repeated. Advice: the certificate stays valid.',
  })
  readonly renewBy: string;

  @ApiProperty({ enum: modes, description: 'Who was assessed.' })
  readonly mode: Mode;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  readonly overallScore: number;

  @ApiProperty({ enum: tiers })
  readonly tier: Tier;

  @ApiProperty()
  readonly launchAllowed: boolean;

  @ApiProperty()
  readonly rubric: RubricReferenceResponse;

  @ApiProperty({
    required: false,
    pattern: String.raw`^[\w-]+\.[\w-]+\.[\w-]+$`,
    description:
      'The signed credential (Open Badges 3.0, W3C Verifiable Credential 2.0) as a compact JWS. Absent in the seconds until the result is certified.',
  })
  readonly credential?: string;

  @ApiProperty({
    required: false,
    format: 'uri',
    description: 'The key that signed `credential`: a `kid` of `/.well-known/jwks.json`.',
  })
  readonly keyId?: string;

  constructor(record: ValidRecord) {
    super(record);
    this.issuedAt = record.issuedAt;
    this.renewBy = record.renewBy;
    this.mode = record.mode;
    this.overallScore = record.overallScore;
    this.tier = record.tier;
    this.launchAllowed = record.launchAllowed;
    this.rubric = new RubricReferenceResponse(record.rubric);
    if (record.credential !== undefined) this.credential = record.credential;
    if (record.keyId !== undefined) this.keyId = record.keyId;
  }
}

@ApiSchema({
  name: 'WithdrawnRecord',
  description:
    'There was a certificate with this id, and it no longer counts. What it said is left out: nobody should go by it.',
})
export class WithdrawnRecordResponse extends RecordResponse {
  @ApiProperty({ enum: [false], description: 'What counts.' })
  readonly valid = false;

  @ApiProperty({ enum: ['withdrawn'] })
  readonly status = 'withdrawn';

  @ApiProperty({ format: 'date-time' })
  readonly issuedAt: string;

  @ApiProperty({ format: 'date-time' })
  readonly withdrawnAt: string;

  @ApiProperty({ enum: withdrawalReasons, description: 'Why. Codes may be added.' })
  readonly withdrawalReason: WithdrawalReason;

  constructor(record: WithdrawnRecord) {
    super(record);
    this.issuedAt = record.issuedAt;
    this.withdrawnAt = record.withdrawnAt;
    this.withdrawalReason = record.withdrawalReason;
  }
}

@ApiSchema({
  name: 'NotFoundRecord',
  description:
    'There is no certificate with this id. Whatever a paper with this id says cannot be confirmed.',
})
export class NotFoundRecordResponse extends RecordResponse {
  @ApiProperty({ enum: [false], description: 'What counts.' })
  readonly valid = false;

  @ApiProperty({ enum: ['not_found'] })
  readonly status = 'not_found';
}

export type VerificationRecordResponse =
  ValidRecordResponse | WithdrawnRecordResponse | NotFoundRecordResponse;

export function verificationRecordResponse(record: VerificationRecord): VerificationRecordResponse {
  switch (record.status) {
    case 'valid':
      return new ValidRecordResponse(record);
    case 'withdrawn':
      return new WithdrawnRecordResponse(record);
    case 'not_found':
      return new NotFoundRecordResponse(record);
  }
}
