import { type Operation } from '@governance/iam';
import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const operationKey = 'operation';

/**
 * Names the write of a route, so that an organization can require a recent second factor for it (spec 5.3.1). Every write
 * that is not public has a name: otherwise the program does not start.
 */
export function StepUp(operation: Operation): CustomDecorator {
  return SetMetadata(operationKey, operation);
}
