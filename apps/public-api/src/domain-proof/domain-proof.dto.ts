import { type DomainProof, type ProofMailbox, proofMailboxes, type ProofWay } from '@governance/assessments';
import { Member } from '@governance/http';
import { type DomainProblem, domainProblems, recordNameOf } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsString } from 'class-validator';

@ApiSchema({ name: 'AskDomainProof', description: 'Unknown members are ignored.' })
export class AskDomainProofRequest {
  @ApiProperty({
    format: 'idn-hostname',
    description: 'The domain to prove. No public suffix, and no domain of a mail provider.',
  })
  @Member()
  @IsString()
  readonly name: string = '';
}

@ApiSchema({ name: 'MailDomainProof', description: 'Unknown members are ignored.' })
export class MailDomainProofRequest {
  @ApiProperty({ enum: proofMailboxes, description: 'The mailbox of the domain that gets the link.' })
  @Member()
  @IsIn(proofMailboxes)
  readonly mailbox!: ProofMailbox;
}

@ApiSchema({ name: 'DomainRecord', description: 'The TXT record to publish.' })
export class DomainRecordResponse {
  @ApiProperty({ description: 'The name of the record.' })
  readonly name: string;

  @ApiProperty({ description: 'The text of the record.' })
  readonly value: string;

  constructor({ name, challenge }: Pick<DomainProof, 'name' | 'challenge'>) {
    this.name = recordNameOf(name);
    this.value = challenge;
  }
}

const statuses = ['none', 'asked', 'checking', 'proven'] as const;

@ApiSchema({ name: 'DomainProof', description: 'The domain of a certificate. New members may be added.' })
export class DomainProofResponse {
  @ApiProperty({
    enum: statuses,
    description:
      '`none`: no domain was asked for. `asked`: publish `record` and check it, or have a mail sent. `checking`: ask again in a few seconds. `proven`: the certificate shows the domain.',
  })
  readonly status: (typeof statuses)[number];

  @ApiProperty({ required: false, description: 'The domain, in ASCII form, in lower case.' })
  readonly name?: string;

  @ApiProperty({ required: false, type: DomainRecordResponse })
  readonly record?: DomainRecordResponse;

  @ApiProperty({
    required: false,
    format: 'date-time',
    description: 'Until then the domain can be proven with this record. Absent once it is proven.',
  })
  readonly expiresAt?: string;

  @ApiProperty({
    required: false,
    enum: domainProblems,
    description: 'Why the last check did not prove the domain. New values may be added.',
  })
  readonly problem?: DomainProblem;

  @ApiProperty({ required: false, format: 'date-time' })
  readonly provenAt?: string;

  @ApiProperty({ required: false, enum: ['dns', 'mail'] })
  readonly way?: ProofWay;

  @ApiProperty({
    required: false,
    format: 'date-time',
    description: 'When a proof by mail expires, unless another mail is confirmed.',
  })
  readonly provenUntil?: string;

  @ApiProperty({
    required: false,
    format: 'date-time',
    description: 'Since when the record of a proven domain is missing. After seven days the proof expires.',
  })
  readonly missingSince?: string;

  constructor(proof: DomainProof | undefined) {
    this.status = statusOf(proof);
    if (!proof) return;
    const { name, proven, problem } = proof;
    this.name = name;
    this.record = new DomainRecordResponse(proof);
    if (!proven) this.expiresAt = proof.expiresAt.toISOString();
    if (problem !== undefined) this.problem = problem;
    if (!proven) return;
    this.provenAt = proven.provenAt.toISOString();
    this.way = proven.way;
    if (proven.until) this.provenUntil = proven.until.toISOString();
    if (proven.missingSince) this.missingSince = proven.missingSince.toISOString();
  }
}

function statusOf(proof: DomainProof | undefined): DomainProofResponse['status'] {
  if (!proof) return 'none';
  if (proof.proven) return 'proven';
  return proof.isChecking ? 'checking' : 'asked';
}
