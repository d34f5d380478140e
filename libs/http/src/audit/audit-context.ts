import { type AuditContext } from '@governance/iam';
import { asUuid, isUuid } from '@governance/kernel';
import { requestContext } from '@governance/runtime';
import { type Request } from 'express';

/** Of ids at the embedded identity provider: people and connections. */
const prefixes = ['user_', 'con_'];

/** The audit facts of a requested write; undefined until the caller is known, and for a request that is not a write. */
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

/** The id in the path, if valid. Any other text is not an id of ours and may be a misplaced secret. */
function targetOf({ params }: Request): string | undefined {
  return Object.values(params)
    .flat()
    .map((text) => asUuid(text) ?? asPrefixedId(text))
    .find((id) => id !== undefined);
}

/** The id of a person or a connection at the embedded identity provider. */
function asPrefixedId(text: string): string | undefined {
  return prefixes.some((prefix) => text.startsWith(prefix) && isUuid(text.slice(prefix.length)))
    ? text
    : undefined;
}
