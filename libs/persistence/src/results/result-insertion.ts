import { type ResultExtras, type SurveyResult } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { clientMac, domainMacs, recipientMacs } from '../addresses/address-macs';
import { resultColumns } from './result-row';

/**
 * Any number of results, as a JSON array of rows, and the deliveries of those that have one: one statement, so that a
 * result with an address never exists without its delivery (spec 6).
 */
export const insertResults = {
  name: 'insert-results',
  text: `
    WITH given AS (
      SELECT * FROM json_to_recordset($1) AS given (
        id uuid, created_at timestamptz, mode text, rubric_id text, rubric_version text, rubric_sha256 text,
        answers jsonb, overall_score smallint, tier text, launch_allowed boolean, launch_reason text,
        domain_scores jsonb, submitter_email bytea, notes bytea, recipient_mac bytea,
        delivery_id uuid, recipient bytea, domain_mac bytea, client_mac bytea)),
    result AS (
      INSERT INTO survey_results (${resultColumns}, submitter_email, notes, submitter_email_mac)
      SELECT ${resultColumns}, submitter_email, notes, recipient_mac FROM given)
    INSERT INTO deliveries (
      id, kind, result_id, recipient, created_at, available_at, recipient_mac, domain_mac, client_mac)
    SELECT delivery_id, 'completion', id, recipient, created_at, created_at, recipient_mac, domain_mac, client_mac
    FROM given WHERE delivery_id IS NOT NULL`,
};

/** A row for `insertResults`. Address and notes are sealed here; members that are undefined become NULL. */
export function givenRow(keyring: Keyring, result: SurveyResult, extras: ResultExtras): object {
  const { id, createdAt, mode, rubric, answers, outcome } = result;
  const { submitterEmail, notes } = extras;
  const seal = (column: string, text: string): string | undefined =>
    bytea(keyring.seal(text, { table: 'survey_results', column, row: id }));
  return {
    id,
    created_at: createdAt,
    mode,
    rubric_id: rubric.id,
    rubric_version: rubric.version,
    rubric_sha256: rubric.sha256,
    answers,
    overall_score: outcome.overallScore,
    tier: outcome.tier,
    launch_allowed: outcome.launchAllowed,
    launch_reason: outcome.launchReason,
    domain_scores: outcome.domainScores,
    notes: notes === undefined ? undefined : seal('notes', notes),
    ...(submitterEmail !== undefined && {
      submitter_email: seal('submitter_email', submitterEmail),
      recipient_mac: bytea(recipientMacs(keyring, submitterEmail)[0]),
      ...deliveryOf(keyring, submitterEmail, extras),
    }),
  };
}

function deliveryOf(keyring: Keyring, address: string, { deliveryId, clientAddress }: ResultExtras): object {
  if (deliveryId === undefined) return {};
  const place = { table: 'deliveries', column: 'recipient', row: deliveryId };
  return {
    delivery_id: deliveryId,
    recipient: bytea(keyring.seal(address, place)),
    domain_mac: bytea(domainMacs(keyring, address)[0]),
    client_mac: clientAddress === undefined ? undefined : bytea(clientMac(keyring, clientAddress)),
  };
}

/** As PostgreSQL reads bytes in a text. */
function bytea(bytes: Buffer | undefined): string | undefined {
  return bytes && `\\x${bytes.toString('hex')}`;
}
