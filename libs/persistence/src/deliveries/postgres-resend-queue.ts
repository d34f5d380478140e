import { type ResendOutcome, ResendQueue, type ResendRequest } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { clientMac } from '../addresses/address-macs';
import { type Database } from '@governance/postgres';
import { traceparent } from '@governance/tracing';
import { type MailableRow, mailableColumns, resultSeal } from '../results/result-row';
import { queuedCertificateColumns, sealedRecipient } from './delivery-row';
import { WorkHint } from './work-hint';

const selectAddress = {
  name: 'select-address',
  text: `SELECT ${mailableColumns} FROM survey_results WHERE id = $1`,
};

/** Locks the result's row, so that it waits for a running erasure: nothing is queued to an erased address. */
const queueResend = {
  name: 'queue-resend',
  text: `
    WITH result AS (SELECT id FROM lock_mailable_result($1) AS id)
    INSERT INTO deliveries (${queuedCertificateColumns})
    SELECT $2, 'resend', id, $3, $4, $4, $5, $6, $7, $8 FROM result`,
};

/** Resends in PostgreSQL. Seals the address again, because a sealed value belongs to its row. */
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
    const { rows } = await this.database.query<MailableRow>(selectAddress, [resultId]);
    const [result] = rows;
    if (!result) return 'unknown_result';
    if (result.withdrawn_at) return 'withdrawn';
    if (!result.submitter_email) return 'no_address';
    const seal = resultSeal('submitter_email', resultId);
    const address = this.keyring.open(result.submitter_email, seal).toString('utf8');
    const to = sealedRecipient(this.keyring, deliveryId, address);
    const { rowCount } = await this.database.query(queueResend, [
      resultId,
      deliveryId,
      to.recipient,
      now,
      to.recipientMac,
      to.domainMac,
      clientMac(this.keyring, clientAddress),
      traceparent(),
    ]);
    if (rowCount !== 1) return 'no_address';
    this.hint.give();
    return 'queued';
  }
}
