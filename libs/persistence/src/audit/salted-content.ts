import { leafContent, type LeafContent } from '@governance/iam';
import { auditEventOf, type AuditEventRow } from './audit-event-row';

/** The content of the leaf of an event. */
export function saltedContentOf(orgId: string, row: AuditEventRow & { readonly salt: Buffer }): LeafContent {
  return leafContent(orgId, { event: auditEventOf(row), salt: row.salt.toString('base64url') });
}
