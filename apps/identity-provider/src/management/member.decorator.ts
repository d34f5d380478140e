import { IsMailAddress, Member as RequestMember } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { email, type MemberRule } from './member-rules';

interface MemberOptions {
  readonly description?: string;
  /** What counts when the member is absent, for the document; the class sets it. */
  readonly default?: unknown;
  readonly optional?: boolean;
  /** A schema of its own, where the rule has none that says it all. */
  readonly schema?: ApiPropertyOptions;
}

/** A member of a request DTO: checked by its rule, and documented as the rule says. */
export function Member(rule: MemberRule, options: MemberOptions = {}): PropertyDecorator {
  const check = ValidateBy({
    name: 'memberRule',
    validator: {
      validate: rule.holds,
      defaultMessage: (failed) => `${failed?.property ?? 'a member'} ${rule.must}`,
    },
  });
  return documented(rule, options, check);
}

/** A member that is one plain mail address. */
export function MailAddressMember(options: MemberOptions = {}): PropertyDecorator {
  return documented(email, options, IsMailAddress());
}

function documented(
  rule: MemberRule,
  { optional = false, schema = rule.schema, ...shown }: MemberOptions,
  check: PropertyDecorator,
): PropertyDecorator {
  const mayBeAbsent = optional || shown.default !== undefined;
  const property = { ...schema, ...shown, required: !mayBeAbsent } as ApiPropertyOptions;
  return applyDecorators(
    RequestMember(),
    ApiProperty(property),
    ...(mayBeAbsent ? [IsOptional()] : []),
    check,
  );
}
