import { RequireManagementToken } from '@governance/auth-guards';
import { applyDecorators, Controller } from '@nestjs/common';

/** Everything of the management API stands below it, and `requireManagementToken` before it. */
export const managementRoot = 'management';

/** A controller of the management API: its routes take the management token. */
export function ManagementRoutes(path: string): ClassDecorator {
  return applyDecorators(RequireManagementToken(), Controller(`${managementRoot}/v1/${path}`));
}
