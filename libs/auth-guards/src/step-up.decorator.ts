import { type Operation } from '@governance/iam';
import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const operationKey = 'operation';

/**
 * Names the write that a route makes, so that an organization can ask for a recent second factor before it (spec 5.3.1).
 * Every write that is not public has one: a program with a write that has none does not start.
 */
export function StepUp(operation: Operation): CustomDecorator {
  return SetMetadata(operationKey, operation);
}
