import { type Keyring, type SealContext } from '@governance/keyring';

/** Locks the rows in one order, for every condition. */
export function deletePayloads(condition: string): string {
  return `
    DELETE FROM identity.payloads USING (
      SELECT kind, id FROM identity.payloads WHERE ${condition} ORDER BY kind, id FOR UPDATE) AS found
    WHERE payloads.kind = found.kind AND payloads.id = found.id`;
}

/** The row ids that a payload of this id may have, newest first. */
export function payloadMacs(keyring: Keyring, id: string): Buffer[] {
  return keyring.macs('oauth-id', id);
}

/** The associated data of a sealed payload. `id` is that of the row. */
export function payloadSeal(kind: string, id: Buffer): SealContext {
  return { table: 'identity.payloads', column: 'payload', row: `${kind} ${id.toString('hex')}` };
}
