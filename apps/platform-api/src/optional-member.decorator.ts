import { ValidateIf } from 'class-validator';

/** Decided for gaps of the specification: on this surface an empty text counts as absent where a member may be absent. */
export function OptionalMember(): PropertyDecorator {
  return ValidateIf((_request, value: unknown) => value !== undefined && value !== '');
}

/** A member as the rules know it: what is empty is absent. */
export function emptyToUndefined<Value>(value: Value | '' | undefined): Value | undefined {
  return value === '' ? undefined : value;
}
