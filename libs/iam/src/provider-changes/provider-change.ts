import { type AuditContext } from '../audit/audit-trail.port';
import { type Role } from '../caller/role';

/**
 * A change of an organization at the identity provider. Contains what a reconciler needs to see whether it took effect, and never a
 * secret.
 */
export type ProviderChange =
  | { readonly kind: 'add-connection'; readonly connectionId: string }
  | {
      readonly kind: 'change-connection';
      readonly connectionId: string;
      /** The tokens of the members end with the change. */
      readonly disables: boolean;
      readonly reason: string | undefined;
    }
  | { readonly kind: 'remove-connection'; readonly connectionId: string }
  | { readonly kind: 'test-connection'; readonly connectionId: string }
  | { readonly kind: 'put-domain'; readonly name: string; readonly connectionId: string | undefined }
  | { readonly kind: 'check-domain'; readonly name: string }
  | { readonly kind: 'remove-domain'; readonly name: string }
  | { readonly kind: 'put-trust-rule'; readonly ruleId: string }
  | { readonly kind: 'remove-trust-rule'; readonly ruleId: string }
  | { readonly kind: 'set-role'; readonly memberId: string; readonly role: Role }
  | { readonly kind: 'remove-member'; readonly memberId: string }
  | { readonly kind: 'reset-second-factor'; readonly memberId: string }
  | { readonly kind: 'cancel-second-factor-reset'; readonly memberId: string };

/**
 * A change whose row is stored before the first call to the provider, and becomes an audit event when the outcome is known. After a
 * crash a reconciler asks the provider for the outcome.
 */
export interface ProviderIntent {
  /** A UUID. The provider stores it as the connection's `revision`, in the same step as the change itself. */
  readonly id: string;
  /** The id of the lease. A process that has lost the lease can no longer record the outcome. */
  readonly lease: string;
  readonly orgId: string;
  readonly change: ProviderChange;
  /** `write.target` is the changed object. */
  readonly write: AuditContext;
}

/** A member has no revision: a later change of the member may hide an earlier one, but is never delayed by it. */
const concurrent: readonly ProviderChange['kind'][] = [
  'set-role',
  'remove-member',
  'reset-second-factor',
  'cancel-second-factor-reset',
  // It never waits: who puts a rule looks afterwards whether it still exists.
  'remove-trust-rule',
  // They can run at once with the same result.
  'test-connection',
  'check-domain',
];

/** Whether other changes of the same object wait until the outcome is known. */
export function isExclusive({ kind }: ProviderChange): boolean {
  return !concurrent.includes(kind);
}
