import { type Intent } from '@governance/iam';
import { credentialIssuer } from './credential-row';

export const insertIntent = {
  name: 'insert-intent',
  text: `
    INSERT INTO credential_intents (
      credential_id, id, org_id, kind, lease, lease_until, audit, expires_at, key_thumbprint, secret_last_four,
      overlap_until)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (credential_id) DO NOTHING`,
};

/** The columns of an intent that a reconciler takes over, with the client, the issuer and the name of its credential. */
export const intentColumns = `
  intent.id, kind, lease, credential_id, intent.org_id, client_id, name, ${credentialIssuer} AS issuer`;

/** What the statement that ends an intent needs of it, without names that a credential has too. */
export const heldColumns = `credential_id, org_id AS held_in, audit, expires_at AS new_expiry,
  key_thumbprint AS new_thumbprint, secret_last_four AS new_last_four, overlap_until`;

export interface IntentRow {
  readonly id: string;
  readonly kind: Intent['kind'];
  readonly lease: string;
  readonly credential_id: string;
  readonly org_id: string;
  readonly client_id: string;
  readonly issuer: string | null;
  readonly name: string;
}

export function intentOf(row: IntentRow): Intent {
  const { id, kind, lease, credential_id: credentialId, org_id: orgId, client_id: clientId, name } = row;
  const base = { id, lease, credentialId, orgId, issuer: row.issuer ?? '' };
  switch (kind) {
    case 'create':
      return { ...base, kind };
    case 'rename':
      return { ...base, kind, clientId, name };
    case 'rotate':
    case 'end-overlap':
    case 'revoke':
      return { ...base, kind, clientId };
  }
}
