import { BlockedAddresses } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { timingSafeEqual } from 'node:crypto';
import { recipientMacs } from './address-macs';
import { type Database } from '@governance/postgres';
import { cancelledFor } from '../deliveries/delivery-row';

const purpose = 'block-address';
const macLength = 32;
/** A token has 64 characters without padding, all of them significant. */
const proofLength = 16;
const shape = /^[A-Za-z0-9_-]{64}$/;

/** Deliveries with a hash of another key version are found when their turn comes. */
const blockAddress = {
  name: 'block-address',
  text: `
    WITH blocked AS (
      INSERT INTO blocked_addresses (address_mac, blocked_at) VALUES ($1, $2) ON CONFLICT DO NOTHING),
    locked AS (
      SELECT id FROM deliveries WHERE recipient_mac = $1 AND state = 'queued' ORDER BY id FOR UPDATE)
    UPDATE deliveries SET ${cancelledFor('AddressBlocked')} FROM locked WHERE deliveries.id = locked.id`,
};

/**
 * A token is the hash of an address and a keyed hash of that hash. It stays valid after the address is deleted, and after a
 * rotation of the keyring.
 */
export class PostgresBlockedAddresses extends BlockedAddresses {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  tokenOf(address: string): string {
    const [mac] = recipientMacs(this.keyring, address);
    if (!mac) throw new Error('the keyring made no hash');
    return Buffer.concat([mac, proof(this.keyring.mac(purpose, mac))]).toString('base64url');
  }

  knows(token: string): boolean {
    return this.macOf(token) !== undefined;
  }

  async block(token: string, now: Date): Promise<boolean> {
    const mac = this.macOf(token);
    if (mac === undefined) return false;
    await this.database.query(blockAddress, [mac, now]);
    return true;
  }

  private macOf(token: string): Buffer | undefined {
    if (!shape.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const [mac, given] = [bytes.subarray(0, macLength), bytes.subarray(macLength)];
    const genuine = this.keyring.macs(purpose, mac).some((known) => timingSafeEqual(proof(known), given));
    return genuine ? mac : undefined;
  }
}

function proof(mac: Buffer): Buffer {
  return mac.subarray(0, proofLength);
}
