import {
  type AuditContext,
  type Caller,
  type MachineCaller,
  type Permission,
  type PersonCaller,
  permissions,
} from '../../src';

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

/** A person of an organization, by default with every permission. */
export function personOf(
  orgId: string,
  granted: readonly Permission[] = permissions,
): PersonCaller & { readonly orgId: string } {
  const stepUp = { mfaAt: undefined, mfaMaxAge: undefined };
  return { ...machineOf(orgId, granted), kind: 'person', subject: 'ada', emailVerified: false, stepUp };
}

/** The audit context of a request by that caller. */
export function auditContextOf(
  { kind, issuer, subject, clientId, orgId }: Caller,
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
