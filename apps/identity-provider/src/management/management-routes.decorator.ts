import { RequireManagementToken } from '@governance/auth-guards';
import { applyDecorators, Controller } from '@nestjs/common';

/** The path prefix of the management API. `requireManagementToken` protects everything below it. */
export const managementRoot = 'management';

/** A controller of the management API: its routes require the management token. */
export function ManagementRoutes(path: string): ClassDecorator {
  return applyDecorators(RequireManagementToken(), Controller(`${managementRoot}/v1/${path}`));
}
