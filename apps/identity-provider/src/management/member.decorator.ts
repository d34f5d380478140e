import { ClearableMember, IsMailAddress, Member as RequestMember } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';
import { email, type MemberRule } from './member-rules';

interface MemberOptions {
  readonly description?: string;
  /** The default value, for the document; the class sets it. */
  readonly default?: unknown;
  readonly optional?: boolean;
  /** Whether `null` clears it. Otherwise `null` counts as absent. */
  readonly clearable?: boolean;
  /** A separate schema if that of the rule is incomplete. */
  readonly schema?: ApiPropertyOptions;
}

/** A member of a request DTO, validated and documented by its rule. */
export function Member(rule: MemberRule, options: MemberOptions = {}): PropertyDecorator {
  const check = ValidateBy({
    name: 'memberRule',
    validator: {
      validate: rule.holds,
      defaultMessage: (failed) => `${failed?.property ?? 'a member'} ${rule.must}`,
    },
  });
  return applyDecorators(
    documented(rule, options, check),
    ...(rule.canonical ? [inForm(rule.canonical)] : []),
  );
}

function inForm(canonical: (value: string) => string): PropertyDecorator {
  return Transform(
    ({ value }: { value: unknown }) => (typeof value === 'string' ? canonical(value) : value),
    {
      toClassOnly: true,
    },
  );
}

/** A member that holds one plain email address. */
export function MailAddressMember(options: MemberOptions = {}): PropertyDecorator {
  return documented(email, options, IsMailAddress());
}

function documented(
  rule: MemberRule,
  { optional = false, clearable = false, schema = rule.schema, ...shown }: MemberOptions,
  check: PropertyDecorator,
): PropertyDecorator {
  const mayBeAbsent = optional || shown.default !== undefined;
  const property = { ...schema, ...shown, required: !mayBeAbsent } as ApiPropertyOptions;
  return applyDecorators(
    clearable ? ClearableMember() : RequestMember(),
    ApiProperty(property),
    ...(mayBeAbsent ? [IsOptional()] : []),
    check,
  );
}
