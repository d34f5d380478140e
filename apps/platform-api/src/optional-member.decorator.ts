import { ClearableMember, Member } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, ValidateIf } from 'class-validator';

const isGiven = (_request: unknown, value: unknown): boolean => value !== undefined && value !== '';

/**
 * A member of a request that may be absent. Decided for a gap of the specification: on this surface an empty string counts
 * as absent.
 */
export function OptionalMember(): PropertyDecorator {
  return applyDecorators(Member(), ValidateIf(isGiven));
}

/** A condition in the query of a list: absent, empty, or given once. */
export function Condition(options: ApiPropertyOptions): PropertyDecorator {
  return (target, name) => {
    const message = `${String(name)} must be given once`;
    const decorate = applyDecorators(
      ApiPropertyOptional(options),
      ClearableMember(),
      Transform(({ value }: { value: unknown }) => emptyToUndefined(value ?? undefined), {
        toClassOnly: true,
      }),
      ValidateIf(isGiven),
      IsString({ message }),
    );
    decorate(target, name);
  };
}

/** Maps an empty string to undefined, as the rules expect. */
export function emptyToUndefined<Value>(value: Value | '' | undefined): Value | undefined {
  return value === '' ? undefined : value;
}
