import { canonicalAddress } from '@governance/deliveries';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** One plain address that mail goes to: the same on both surfaces. It is brought into canonical form before it is validated. */
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

/** A value without canonical form stays as it is, and validation refuses it. */
function canonicalOf(value: unknown): unknown {
  return typeof value === 'string' ? (canonicalAddress(value) ?? value) : value;
}
