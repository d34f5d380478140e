import { type AuditContext } from '@governance/iam';
import { asUuid } from '@governance/kernel';
import { requestContext } from '@governance/runtime';
import { type Request } from 'express';

/** What is known of the write that a request asks for; undefined as long as nobody knows by whom, or when it is none. */
export function auditContextOf(req: Request): AuditContext | undefined {
  const { id, write } = requestContext(req);
  if (write === undefined) return undefined;
  const { caller, operation, secondFactorAgeSeconds } = write;
  const { kind, issuer, subject, clientId, orgId } = caller;
  return {
    actor: { kind, issuer, subject, clientId },
    orgId,
    operation,
    target: targetOf(req),
    requestId: String(id),
    secondFactorAgeSeconds,
  };
}

/** The id in the path. Whatever else stands there names nothing of ours, and may be a secret in the wrong place. */
function targetOf({ params }: Request): string | undefined {
  return Object.values(params)
    .flat()
    .map(asUuid)
    .find((id) => id !== undefined);
}
