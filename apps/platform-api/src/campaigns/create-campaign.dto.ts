import {
  type CampaignRequest,
  longestMessage,
  mostFirstMails,
  mostNamedClients,
} from '@governance/assessments';
import { Member } from '@governance/http';
import { RuleViolation } from '@governance/kernel';
import { modes } from '@governance/rubric';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsObject, IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

/** The clients that a campaign asks: by their ids, or all that a filter finds. */
export type RequestedClients =
  | { readonly ids: readonly string[] }
  | { readonly filter: Readonly<Partial<Record<(typeof conditions)[number], string>>> };

const conditions = ['search', 'tag', 'owner'] as const;

const text = { type: 'string' };
const namedSchema = {
  type: 'object',
  required: ['ids'],
  properties: {
    ids: { type: 'array', items: { ...text, format: 'uuid' }, minItems: 1, maxItems: mostNamedClients },
  },
  additionalProperties: false,
};
const filteredSchema = {
  type: 'object',
  required: ['filter'],
  properties: {
    filter: {
      type: 'object',
      properties: { search: text, tag: text, owner: text },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

@ApiSchema({
  name: 'CreateCampaign',
  description: 'Unknown members are refused. For optional members, `null` and `""` count as absent.',
})
export class CreateCampaignRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    description: 'A name for the organization itself. No two of its campaigns have the same.',
  })
  @Member()
  @IsString()
  readonly name: string = '';

  @ApiProperty({ enum: modes, description: 'The `mode` of the assessments.' })
  @Member()
  @IsString()
  readonly mode: string = '';

  @ApiProperty({
    format: 'date-time',
    description:
      'The due day, from tomorrow to a year ahead. The links work until the end of this day in UTC.',
  })
  @Member()
  @IsString()
  readonly due_at: string = '';

  @ApiPropertyOptional({
    maxLength: longestMessage,
    description: 'What the mail says in your words: plain text, without addresses and links.',
  })
  @OptionalMember()
  @IsString()
  readonly message?: string;

  @ApiProperty({
    oneOf: [namedSchema, filteredSchema] as object[],
    description: `The clients to ask: those with the \`ids\`, or those that a \`filter\` finds, with conditions as in the list of clients; an empty one finds all. Archived clients are never asked. The first campaign of an organization asks at most ${mostFirstMails}.`,
  })
  @Member()
  @IsObject({ message: 'clients must be an object' })
  readonly clients: object = {};

  toInput(): { readonly details: CampaignRequest; readonly clients: RequestedClients } {
    const { name, mode, due_at: dueAt } = this;
    return {
      details: { name, mode, dueAt, message: emptyToUndefined(this.message) },
      clients: clientsOf(this.clients),
    };
  }
}

/** Throws a `RuleViolation`. */
function clientsOf(requested: object): RequestedClients {
  const { ids, filter, ...others } = requested as Readonly<Record<string, unknown>>;
  if ((ids === undefined) === (filter === undefined) || Object.keys(others).length > 0)
    throw new RuleViolation('clients must have either ids or filter');
  return ids === undefined ? { filter: filterOf(filter) } : { ids: idsOf(ids) };
}

function idsOf(ids: unknown): readonly string[] {
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  throw new RuleViolation('ids of clients must be an array of strings');
}

function filterOf(filter: unknown): Readonly<Record<string, string>> {
  const entries = typeof filter === 'object' ? Object.entries(filter ?? {}) : [['', undefined]];
  const known: readonly unknown[] = conditions;
  if (entries.every(([name, value]) => known.includes(name) && typeof value === 'string'))
    return Object.fromEntries(entries) as Readonly<Record<string, string>>;
  throw new RuleViolation('filter of clients must have no members but search, tag and owner, each a string');
}
