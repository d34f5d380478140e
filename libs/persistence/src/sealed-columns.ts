/**
 * The columns whose values the keyring seals. Without the keyring they are lost: docs/operations.md, "A lost keyring", deletes
 * them all. Every other column of bytes holds hashes, or salts of hashes.
 */
export const sealedColumns = {
  campaign_drafts: ['shown', 'recipient', 'answers'],
  certificate_documents: ['document'],
  certificate_domains: ['request'],
  console_sessions: ['tokens', 'details', 'kept_form', 'site_person'],
  deliveries: ['recipient', 'message'],
  evidence_reports: ['document'],
  invitations: ['email', 'token'],
  org_clients: ['name', 'contact_name', 'contact_email'],
  profiles: ['display_name', 'phone_number'],
  review_packs: ['content', 'document'],
  survey_results: ['submitter_email', 'notes', 'holder_proof', 'organization_name', 'evidence'],
} as const;

export type SealedTable = keyof typeof sealedColumns;
export type SealedColumn<Table extends SealedTable> = (typeof sealedColumns)[Table][number];

/** The associated data of a sealed value. */
export interface SealedPlace<Table extends SealedTable> {
  readonly table: Table;
  readonly column: SealedColumn<Table>;
  readonly row: string;
}
