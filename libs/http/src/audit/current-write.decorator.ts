import { type AuditContext } from '@governance/iam';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { auditContextOf } from './audit-context';

/** The write that a `@StepUp` route is about to make, for the audit trail. A route without one fails. */
export const CurrentWrite = createParamDecorator((_: unknown, context: ExecutionContext): AuditContext => {
  const write = auditContextOf(context.switchToHttp().getRequest<Request>());
  if (write === undefined) throw new Error('this route makes no write of a known caller');
  return write;
});
