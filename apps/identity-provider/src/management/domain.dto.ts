import { type DomainProblem, domainProblems, recordNameOf } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { type Domain } from '../domains/domains.store';
import { Member } from './member.decorator';
import { id } from './member-rules';

const momentOrNull = { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] };

@ApiSchema({ name: 'PutDomain', description: 'Other members are refused.' })
export class PutDomainRequest {
  @Member(id, {
    optional: true,
    description:
      'An enterprise connection of the organization. Absent: none offers itself to addresses of the domain.',
  })
  readonly connectionId?: string;
}

@ApiSchema({ name: 'Domain', description: 'A domain that an organization has proven or wants to prove.' })
export class DomainResponse {
  @ApiProperty({ type: 'string', description: 'In canonical form.' })
  @Expose()
  readonly name: string;

  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'null' }] })
  @Expose()
  readonly connectionId: string | null;

  @ApiProperty({ type: 'string', description: 'The name of the TXT record.' })
  @Expose()
  readonly recordName: string;

  @ApiProperty({ type: 'string', description: 'The text of the TXT record.' })
  @Expose()
  readonly recordValue: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly challengeExpiresAt: string;

  @ApiProperty(momentOrNull)
  @Expose()
  readonly provenAt: string | null;

  @ApiProperty({
    ...momentOrNull,
    description:
      'Since when the DNS answers without the record of a proven domain. After seven days the proof ends.',
  })
  @Expose()
  readonly missingSince: string | null;

  @ApiProperty({ ...momentOrNull, description: 'When the proof ended, because the record was gone.' })
  @Expose()
  readonly lapsedAt: string | null;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly createdAt: string;

  constructor({ name, connectionId, challenge, challengeExpiresAt, createdAt, ...proof }: Domain) {
    this.name = name;
    this.connectionId = connectionId;
    this.recordName = recordNameOf(name);
    this.recordValue = challenge;
    this.challengeExpiresAt = challengeExpiresAt.toISOString();
    this.provenAt = proof.provenAt?.toISOString() ?? null;
    this.missingSince = proof.missingSince?.toISOString() ?? null;
    this.lapsedAt = proof.lapsedAt?.toISOString() ?? null;
    this.createdAt = createdAt.toISOString();
  }
}

@ApiSchema({ name: 'DomainList' })
export class DomainListResponse {
  @ApiProperty({ type: [DomainResponse], description: 'Sorted by name.' })
  @Expose()
  @Type(() => DomainResponse)
  readonly domains: readonly DomainResponse[];

  constructor(domains: readonly Domain[]) {
    this.domains = domains.map((domain) => new DomainResponse(domain));
  }
}

@ApiSchema({ name: 'DomainCheck' })
export class DomainCheckResponse {
  @ApiProperty({ type: DomainResponse })
  @Expose()
  @Type(() => DomainResponse)
  readonly domain: DomainResponse;

  @ApiProperty({
    oneOf: [{ type: 'string', enum: [...domainProblems] }, { type: 'null' }],
    description: '`null`: the domain is proven.',
  })
  @Expose()
  readonly problem: DomainProblem | null;

  constructor({ domain, problem }: { readonly domain: Domain; readonly problem: DomainProblem | undefined }) {
    this.domain = new DomainResponse(domain);
    this.problem = problem ?? null;
  }
}
