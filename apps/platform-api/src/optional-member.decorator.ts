import { ValidateIf } from 'class-validator';

/** Decided for a gap of the specification: on this surface an empty string counts as absent in optional members. */
export function OptionalMember(): PropertyDecorator {
  return ValidateIf((_request, value: unknown) => value !== undefined && value !== '');
}

/** Maps an empty string to undefined, as the rules expect. */
export function emptyToUndefined<Value>(value: Value | '' | undefined): Value | undefined {
  return value === '' ? undefined : value;
}
