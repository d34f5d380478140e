import { canonicalAddress } from '@governance/deliveries';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** One plain email address, with the same rule on both surfaces. It is converted to canonical form before validation. */
export function IsMailAddress(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => canonicalOf(value), { toClassOnly: true }),
    ValidateBy({
      name: 'isMailAddress',
      validator: {
        validate: (value) => typeof value === 'string' && canonicalAddress(value) === value,
        defaultMessage: (failed) => `${failed?.property ?? 'the address'} must be an email`,
      },
    }),
  );
}

/** A value without a canonical form stays unchanged, and validation refuses it. */
function canonicalOf(value: unknown): unknown {
  return typeof value === 'string' ? (canonicalAddress(value) ?? value) : value;
}
