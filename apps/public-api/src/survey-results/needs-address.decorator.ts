import { ValidateBy } from 'class-validator';

/** The end of an error text that begins with the name of the member. */
export const needsAddressText = 'requires a submitterEmail';

/** A member that can only be `true` in a submission with an address. */
export function NeedsAddress(): PropertyDecorator {
  return ValidateBy({
    name: 'needsAddress',
    validator: {
      validate: (value, args) =>
        value !== true || (args?.object as { submitterEmail?: string }).submitterEmail !== undefined,
      defaultMessage: (failed) => `${failed?.property ?? 'the member'} ${needsAddressText}`,
    },
  });
}
