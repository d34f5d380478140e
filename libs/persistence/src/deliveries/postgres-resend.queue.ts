import { type ResendOutcome, ResendQueue, type ResendRequest } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { clientMac, domainMacs, recipientMacs } from '../addresses/address-macs';
import { type Database } from '@governance/postgres';
import { WorkHint } from './work-hint';

const selectAddress = {
  name: 'select-address',
  text: `SELECT submitter_email, withdrawn_at FROM survey_results WHERE id = $1`,
};

/** The result's row is locked, so that an erasure under way is waited for: nothing is queued to an erased address. */
const queueResend = {
  name: 'queue-resend',
  text: `
    WITH result AS (SELECT id FROM lock_mailable_result($1) AS id)
    INSERT INTO deliveries (
      id, kind, result_id, recipient, created_at, available_at, recipient_mac, domain_mac, client_mac)
    SELECT $2, 'resend', id, $3, $4, $4, $5, $6, $7 FROM result`,
};

interface AddressRow {
  readonly submitter_email: Buffer | null;
  readonly withdrawn_at: Date | null;
}

/** Resends in PostgreSQL. The address is sealed anew, because a sealed value belongs to its row. */
export class PostgresResendQueue extends ResendQueue {
  private readonly hint: WorkHint;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
    this.hint = new WorkHint(database);
  }

  async add({ resultId, deliveryId, clientAddress, now }: ResendRequest): Promise<ResendOutcome> {
    const { rows } = await this.database.query<AddressRow>(selectAddress, [resultId]);
    const [result] = rows;
    if (!result) return 'unknown_result';
    if (result.withdrawn_at) return 'withdrawn';
    if (!result.submitter_email) return 'no_address';
    const context = { table: 'survey_results', column: 'submitter_email', row: resultId };
    const address = this.keyring.open(result.submitter_email, context).toString('utf8');
    const { rowCount } = await this.database.query(queueResend, [
      resultId,
      deliveryId,
      this.keyring.seal(address, { table: 'deliveries', column: 'recipient', row: deliveryId }),
      now,
      recipientMacs(this.keyring, address)[0],
      domainMacs(this.keyring, address)[0],
      clientMac(this.keyring, clientAddress),
    ]);
    if (rowCount !== 1) return 'no_address';
    this.hint.give();
    return 'queued';
  }
}
