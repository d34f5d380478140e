import { type OrgClientRequest } from '@governance/assessments';
import { ClearableMember, Member } from '@governance/http';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions, ApiSchema } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsBoolean, IsOptional, IsString, ValidateIf } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

const mostSentTags = 100;
const mostSentMembers = 100;
const tagsRefused = 'tags must be an array of strings';
const memberIdsRefused = 'member_ids must be an array of strings';
const archivedRefused = 'archived must be true or false';

const name: ApiPropertyOptions = {
  minLength: 1,
  maxLength: 100,
  description: 'The name of the client. Surrounding spaces are removed. It need not be unique.',
};
const texts = {
  contact_name: { minLength: 1, maxLength: 100, description: 'The person to write to.' },
  contact_email: { format: 'email', maxLength: 254, description: 'Where to write.' },
  reference: {
    minLength: 1,
    maxLength: 64,
    description:
      'The key of the client in your own system. No two clients of the organization have the same.',
  },
  domain: {
    maxLength: 253,
    description: 'A domain of the client, such as `acme.example`. Nothing proves it.',
  },
  owner_id: { maxLength: 128, description: 'The `id` of the member who looks after the client.' },
} as const;
const tags: ApiPropertyOptions = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 40 },
  maxItems: 10,
  description: 'Groups that the client belongs to. They become lower case, sorted, each once.',
};
const memberIds: ApiPropertyOptions = {
  type: 'array',
  items: { type: 'string', maxLength: 128 },
  maxItems: 50,
  description:
    'The `id`s of the members who see the client, its results and its events, beside account-admins; empty: everyone who works with clients. Only who sees every client can send it.',
};
const archived: ApiPropertyOptions = {
  type: 'boolean',
  description: 'Whether you no longer work for the client.',
};

/** Some more than a client can have: repeated ones count once. */
function AreTags(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: tagsRefused }),
    IsString({ each: true, message: tagsRefused }),
    ArrayMaxSize(mostSentTags, { message: 'tags must have at most 10 texts' }),
  );
}

/** Repeated ones count once, too. */
function AreMemberIds(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: memberIdsRefused }),
    IsString({ each: true, message: memberIdsRefused }),
    ArrayMaxSize(mostSentMembers, { message: 'member_ids must have at most 50 ids' }),
  );
}

/** A text of a change: absent, it stays; `null` clears it. */
function Clearable({ description, ...schema }: ApiPropertyOptions): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      oneOf: [{ type: 'string', ...schema } as object, { type: 'null' }],
      description: `${String(description)} \`null\` clears it.`,
    }),
    ClearableMember(),
    IsOptional(),
    IsString(),
  );
}

/** A member of a change that cannot be cleared. */
function Settable(schema: ApiPropertyOptions): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional(schema),
    ClearableMember(),
    ValidateIf((_request, value: unknown) => value !== undefined),
  );
}

@ApiSchema({
  name: 'CreateClient',
  description: 'Unknown members are refused. For optional members, `null` and `""` count as absent.',
})
export class CreateClientRequest {
  @ApiProperty(name)
  @Member()
  @IsString()
  readonly name: string = '';

  @ApiPropertyOptional(texts.contact_name)
  @OptionalMember()
  @IsString()
  readonly contact_name?: string;

  @ApiPropertyOptional(texts.contact_email)
  @OptionalMember()
  @IsString()
  readonly contact_email?: string;

  @ApiPropertyOptional(texts.reference)
  @OptionalMember()
  @IsString()
  readonly reference?: string;

  @ApiPropertyOptional(texts.domain)
  @OptionalMember()
  @IsString()
  readonly domain?: string;

  @ApiPropertyOptional(tags)
  @OptionalMember()
  @AreTags()
  readonly tags?: readonly string[] | '';

  @ApiPropertyOptional(texts.owner_id)
  @OptionalMember()
  @IsString()
  readonly owner_id?: string;

  @ApiPropertyOptional(memberIds)
  @OptionalMember()
  @AreMemberIds()
  readonly member_ids?: readonly string[] | '';

  @ApiPropertyOptional(archived)
  @OptionalMember()
  @IsBoolean({ message: archivedRefused })
  readonly archived?: boolean | '';

  toInput(): OrgClientRequest {
    return {
      name: this.name,
      contactName: emptyToUndefined(this.contact_name),
      contactEmail: emptyToUndefined(this.contact_email),
      reference: emptyToUndefined(this.reference),
      domain: emptyToUndefined(this.domain),
      tags: emptyToUndefined(this.tags),
      ownerId: emptyToUndefined(this.owner_id),
      memberIds: emptyToUndefined(this.member_ids),
      isArchived: emptyToUndefined(this.archived),
    };
  }
}

@ApiSchema({ name: 'UpdateClient', description: 'The members to change. Unknown members are refused.' })
export class UpdateClientRequest {
  @Settable(name)
  @IsString()
  readonly name?: string;

  @Clearable(texts.contact_name)
  readonly contact_name?: string | null;

  @Clearable(texts.contact_email)
  readonly contact_email?: string | null;

  @Clearable(texts.reference)
  readonly reference?: string | null;

  @Clearable(texts.domain)
  readonly domain?: string | null;

  @Settable(tags)
  @AreTags()
  readonly tags?: readonly string[];

  @Clearable(texts.owner_id)
  readonly owner_id?: string | null;

  @Settable(memberIds)
  @AreMemberIds()
  readonly member_ids?: readonly string[];

  @Settable(archived)
  @IsBoolean({ message: archivedRefused })
  readonly archived?: boolean;

  toInput(): OrgClientRequest {
    return {
      name: this.name,
      contactName: this.contact_name,
      contactEmail: this.contact_email,
      reference: this.reference,
      domain: this.domain,
      tags: this.tags,
      ownerId: this.owner_id,
      memberIds: this.member_ids,
      isArchived: this.archived,
    };
  }
}
