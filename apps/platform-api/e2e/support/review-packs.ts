import { Keyring } from '@governance/keyring';
import { type CredentialsApp } from './credentials-app';

export function reviewPackPath(clientId: string): string {
  return `/org/clients/${clientId}/review-pack`;
}

/** As the worker stores the print of every queued pack. */
export async function printPacks(
  app: Pick<CredentialsApp, 'sql' | 'keyringFile'>,
  pdf: string,
): Promise<void> {
  const keyring = Keyring.load(app.keyringFile);
  for (const { id } of await app.sql(`SELECT id FROM review_packs WHERE state = 'queued'`)) {
    const sealed = keyring.seal(pdf, { table: 'review_packs', column: 'document', row: String(id) });
    await app.sql(`UPDATE review_packs SET state = 'stored', document = $2 WHERE id = $1`, [id, sealed]);
  }
}
