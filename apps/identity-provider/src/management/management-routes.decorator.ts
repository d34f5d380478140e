import { Public } from '@governance/auth-guards';
import { applyDecorators, Controller } from '@nestjs/common';

/** Everything of the management API stands below it, and `requireManagementToken` before it. */
export const managementRoot = 'management';

/**
 * A controller of the management API. To the guard of users' tokens its routes are public: what protects them is the
 * management token, which stands before every path of the API, so that no route can be left out.
 */
export function ManagementRoutes(path: string): ClassDecorator {
  return applyDecorators(Public(), Controller(`${managementRoot}/v1/${path}`));
}
