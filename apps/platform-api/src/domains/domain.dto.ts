import { Member } from '@governance/http';
import { type Domain, type DomainCheck, type DomainProblem, domainProblems } from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

const momentOrNull = { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] };

@ApiSchema({ name: 'CreateDomain', description: 'Unknown members are refused.' })
export class CreateDomainRequest {
  @ApiProperty({
    format: 'idn-hostname',
    description: 'The domain after the @ of the addresses. A subdomain is a domain of its own.',
  })
  @Member()
  @IsString()
  readonly name: string = '';

  @ApiPropertyOptional({
    description:
      'The `id` of a connection of type `enterprise`. The sign-in page offers it to addresses of the domain once that is proven. `null` and `""` count as absent: no connection.',
  })
  @OptionalMember()
  @IsString()
  readonly connection_id?: string;

  toInput(): { readonly name: string; readonly connectionId: string | undefined } {
    return { name: this.name, connectionId: emptyToUndefined(this.connection_id) };
  }
}

@ApiSchema({ name: 'CheckDomain', description: 'Empty. Every member is refused.' })
export class CheckDomainRequest {}

@ApiSchema({ name: 'DomainChallenge', description: 'The TXT record to publish.' })
export class DomainChallengeResponse {
  @ApiProperty({ description: 'The name of the record.' })
  readonly name!: string;

  @ApiProperty({ description: 'The text of the record.' })
  readonly value!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'Until then the domain can be proven with it. Add the domain again for another one.',
  })
  readonly expires_at!: string;
}

@ApiSchema({ name: 'Domain', description: 'A domain of the organization. New members may be added.' })
export class DomainResponse {
  @ApiProperty({ description: 'In ASCII form, in lower case.' })
  readonly name: string;

  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'null' }] })
  readonly connection_id: string | null;

  @ApiProperty({ type: DomainChallengeResponse })
  readonly challenge: DomainChallengeResponse;

  @ApiProperty({ ...momentOrNull, description: '`null`: not yet proven.' })
  readonly proven_at: string | null;

  @ApiProperty({
    ...momentOrNull,
    description:
      'Since when the DNS answers without the record of a proven domain. After seven days the proof expires.',
  })
  readonly missing_since: string | null;

  @ApiProperty({
    ...momentOrNull,
    description:
      'When the proof expired, because the record was gone. `null` once the domain is proven again.',
  })
  readonly lapsed_at: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  constructor({ name, connectionId, challenge, createdAt, ...proof }: Domain) {
    const { recordName, recordValue, expiresAt } = challenge;
    this.name = name;
    this.connection_id = connectionId ?? null;
    this.challenge = { name: recordName, value: recordValue, expires_at: expiresAt.toISOString() };
    this.proven_at = proof.provenAt?.toISOString() ?? null;
    this.missing_since = proof.missingSince?.toISOString() ?? null;
    this.lapsed_at = proof.lapsedAt?.toISOString() ?? null;
    this.created_at = createdAt.toISOString();
  }
}

@ApiSchema({ name: 'DomainList' })
export class DomainListResponse {
  @ApiProperty({ type: [DomainResponse], description: 'Ordered by name.' })
  readonly domains: readonly DomainResponse[];

  constructor(domains: readonly Domain[]) {
    this.domains = domains.map((domain) => new DomainResponse(domain));
  }
}

@ApiSchema({ name: 'DomainCheck' })
export class DomainCheckResponse {
  @ApiProperty({ type: DomainResponse })
  readonly domain: DomainResponse;

  @ApiProperty({
    oneOf: [{ type: 'string', enum: [...domainProblems] }, { type: 'null' }],
    description: '`null`: the domain is proven. New values may be added.',
  })
  readonly problem: DomainProblem | null;

  constructor({ domain, problem }: DomainCheck) {
    this.domain = new DomainResponse(domain);
    this.problem = problem ?? null;
  }
}
