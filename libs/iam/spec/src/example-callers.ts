import { type AuditContext, type MachineCaller, type Permission, permissions } from '../../src';

/** A machine of an organization, by default with every permission. */
export function machineOf(
  orgId: string,
  granted: readonly Permission[] = permissions,
): MachineCaller & { readonly orgId: string } {
  return {
    kind: 'machine',
    issuer: 'https://issuer.example.org',
    subject: 'client-1',
    clientId: 'client-1',
    orgId,
    scope: '',
    email: '',
    name: '',
    roles: [],
    permissions: new Set(granted),
  };
}

/** The audit context of a request by that machine. */
export function auditContextOf(
  { kind, issuer, subject, clientId, orgId }: MachineCaller,
  operation: AuditContext['operation'],
): AuditContext {
  return {
    actor: { kind, issuer, subject, clientId },
    orgId,
    operation,
    target: undefined,
    requestId: 'request-1',
    secondFactorAgeSeconds: undefined,
  };
}
