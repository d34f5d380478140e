import { type Gate, type Operation } from '@governance/iam';
import { applyDecorators, SetMetadata } from '@nestjs/common';

export const operationKey = 'operation';
export const kindKey = 'operation-kind';

/**
 * Names the write of a route, so that an organization can require a recent second factor for it (spec 5.3.1). Every write
 * that is not public has a name: otherwise the program does not start. `kind` names the calls that only the body or the target
 * tells apart: the service checks them with `SecondFactorCheck`.
 */
export function StepUp(operation: Operation, kind?: Gate): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(operationKey, operation), SetMetadata(kindKey, kind));
}
