import { RequireManagementToken } from '@governance/auth-guards';
import { applyDecorators, Controller, UseInterceptors } from '@nestjs/common';
import { AnswerAllowList } from './answer.decorator';

/** The path prefix of the management API. `requireManagementToken` protects everything below it. */
export const managementRoot = 'management';

/** A controller of the management API: its routes require the management token, and send what `@Answer()` declares. */
export function ManagementRoutes(path: string): ClassDecorator {
  return applyDecorators(
    RequireManagementToken(),
    UseInterceptors(AnswerAllowList),
    Controller(`${managementRoot}/v1/${path}`),
  );
}
