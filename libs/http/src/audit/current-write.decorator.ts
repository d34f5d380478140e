import { type AuditContext } from '@governance/iam';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { auditContextOf } from './audit-context';

/** The write of a `@StepUp` route, for the audit trail. Throws on other routes. */
export const CurrentWrite = createParamDecorator((_: unknown, context: ExecutionContext): AuditContext => {
  const write = auditContextOf(context.switchToHttp().getRequest<Request>());
  if (write === undefined) throw new Error('this route makes no write of a known caller');
  return write;
});
