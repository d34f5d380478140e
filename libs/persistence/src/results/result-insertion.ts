import { type ResultExtras, type SurveyResult } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { clientMac, recipientMacs } from '../addresses/address-macs';
import { deliverySeal, queuedCertificateColumns, sealedRecipient } from '../deliveries/delivery-row';
import { type SealedColumn } from '../sealed-columns';
import { resultColumns, resultRecord, resultSeal, rowOfResult } from './result-row';
import { submissionMac } from './submission-mac';

/**
 * Inserts any number of results, as a JSON array of rows, and their deliveries, in one statement, so that a result with an
 * address never exists without its delivery (spec 6). A reminder waits in the queue until it is due, in a trace of its own.
 */
export const insertResults = {
  name: 'insert-results',
  text: `
    WITH given AS (
      SELECT * FROM json_to_recordset($1) AS given (
        ${resultRecord}, submission_mac bytea,
        submitter_email bytea, notes bytea, organization_name bytea, evidence bytea, recipient_mac bytea,
        delivery_id uuid, recipient bytea, domain_mac bytea, client_mac bytea,
        traceparent text, reminder_id uuid, reminder_recipient bytea, reminder_due_at timestamptz)),
    result AS (
      INSERT INTO survey_results
        (${resultColumns}, submission_mac, submitter_email, notes, organization_name, evidence, submitter_email_mac)
      SELECT ${resultColumns}, submission_mac, submitter_email, notes, organization_name, evidence, recipient_mac FROM given)
    INSERT INTO deliveries (${queuedCertificateColumns})
    SELECT delivery_id, 'completion', id, recipient, created_at, created_at, recipient_mac, domain_mac, client_mac, traceparent
    FROM given WHERE delivery_id IS NOT NULL
    UNION ALL
    SELECT reminder_id, 'renewal-reminder', id, reminder_recipient, created_at, reminder_due_at, recipient_mac, domain_mac, NULL, NULL
    FROM given WHERE reminder_id IS NOT NULL`,
};

/** A new result, and what is stored with it. */
export interface NewResult {
  readonly result: SurveyResult;
  readonly extras: ResultExtras;
  /** The `traceparent` of its request. */
  readonly trace: string | undefined;
}

/** A row for `insertResults`. Seals address, notes, name and evidence; undefined members become NULL. */
export function givenRow(keyring: Keyring, { result, extras, trace }: NewResult): object {
  const { submitterEmail, notes, organizationName, evidence } = extras;
  const seal = (column: SealedColumn<'survey_results'>, text: string): string | undefined =>
    bytea(keyring.seal(text, resultSeal(column, result.id)));
  return {
    ...rowOfResult(result),
    submission_mac: bytea(submissionMac(keyring, result)),
    traceparent: trace,
    notes: notes === undefined ? undefined : seal('notes', notes),
    organization_name:
      organizationName === undefined ? undefined : seal('organization_name', organizationName),
    evidence: evidence && seal('evidence', JSON.stringify(evidence)),
    ...(submitterEmail !== undefined && {
      submitter_email: seal('submitter_email', submitterEmail),
      ...recipientOf(keyring, submitterEmail, extras),
    }),
  };
}

/** Without a delivery the hash of the address is still stored, so that erasure finds the result. */
function recipientOf(
  keyring: Keyring,
  address: string,
  { deliveryId, reminder, clientAddress }: ResultExtras,
): object {
  if (deliveryId === undefined) return { recipient_mac: bytea(recipientMacs(keyring, address)[0]) };
  const { recipient, recipientMac, domainMac } = sealedRecipient(keyring, deliveryId, address);
  return {
    delivery_id: deliveryId,
    recipient: bytea(recipient),
    recipient_mac: bytea(recipientMac),
    domain_mac: bytea(domainMac),
    client_mac: clientAddress === undefined ? undefined : bytea(clientMac(keyring, clientAddress)),
    ...(reminder && {
      reminder_id: reminder.deliveryId,
      reminder_recipient: bytea(keyring.seal(address, deliverySeal('recipient', reminder.deliveryId))),
      reminder_due_at: reminder.dueAt,
    }),
  };
}

/** The text form of bytes in PostgreSQL. */
function bytea(bytes: Buffer | undefined): string | undefined {
  return bytes && `\\x${bytes.toString('hex')}`;
}
