import { PersonalDataStore, type Removed, type RetentionDates } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { documentTables } from '../results/documents/document-tables';
import { recipientMacs } from './address-macs';
import { type Database, type PreparedStatement, type RunStatement } from '@governance/postgres';
import { inLots, lot } from '../access/in-lots';
import { inSystemScope, type SystemScope } from '../access/scoped-transactions';
import { ofCertificate, updateInOrder } from '../deliveries/delivery-row';

/** The columns of a delivery that identify a person. Without them the delivery cannot be sent. */
const forgotten = `
  recipient = NULL, recipient_mac = NULL, domain_mac = NULL, client_mac = NULL, message = NULL, waiting_for = NULL,
  state = CASE state WHEN 'queued' THEN 'cancelled' ELSE state END`;

const forgetSubmitter = `
  UPDATE survey_results
  SET submitter_email = NULL, submitter_email_mac = NULL, notes = NULL, holder_proof = NULL, organization_name = NULL,
    evidence = NULL`;

const lockResults = {
  name: 'lock-results-to-erase',
  text: `SELECT FROM survey_results WHERE submitter_email_mac = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
};

/** Those whose contact the address is, and those of the results, which every writer locks before their attachments. */
const lockClients = {
  name: 'lock-clients-to-erase',
  text: `
    SELECT FROM org_clients WHERE id IN (
      SELECT id FROM org_clients WHERE contact_email_mac = ANY($1) UNION
      SELECT client_id FROM org_results JOIN survey_results ON survey_results.id = result_id
      WHERE submitter_email_mac = ANY($1))
    ORDER BY id FOR NO KEY UPDATE`,
};

/** Those of invitations too, which end with their invitation. */
const lockDeliveries = {
  name: 'lock-deliveries-to-erase',
  text: `
    SELECT FROM deliveries WHERE id IN (
      SELECT id FROM deliveries WHERE recipient_mac = ANY($1) UNION
      SELECT id FROM deliveries WHERE invitation_id IN (SELECT id FROM invitations WHERE email_mac = ANY($1)))
    ORDER BY id FOR UPDATE`,
};

const eraseDeliveries = {
  name: 'erase-deliveries',
  text: `UPDATE deliveries SET ${forgotten} WHERE recipient_mac = ANY($1)`,
};

/** Before the results lose the hash. A document that a worker holds is removed too: the worker loses its lease. */
const eraseDocuments = documentTables.map((table) => ({
  name: `erase-${table}`,
  text: `
    DELETE FROM ${table} USING survey_results
    WHERE result_id = survey_results.id AND submitter_email_mac = ANY($1)`,
}));

/** What organizations have attached ends with the data of its submitter (ADR 71). Before the results lose the hash, too. */
const eraseAttachments = {
  name: 'erase-attachments',
  text: `
    DELETE FROM org_results USING survey_results
    WHERE result_id = survey_results.id AND submitter_email_mac = ANY($1)`,
};

/** A pack has names and evidence of the results of its client. A worker that prints it loses its lease. */
const eraseReviewPacks = {
  name: 'erase-review-packs',
  text: `
    DELETE FROM review_packs AS pack USING org_results AS attached, survey_results AS result
    WHERE attached.org_id = pack.org_id AND attached.client_id = pack.client_id AND attached.result_id = result.id
      AND submitter_email_mac = ANY($1)`,
};

/** Without its salt an entry of the public log leads to no result. What the log has not yet taken, it never takes. */
const eraseLogRecords = {
  name: 'erase-log-records',
  text: `
    WITH found AS (
      SELECT record.id FROM certificate_log_records AS record
      WHERE result_id IN (SELECT id FROM survey_results WHERE submitter_email_mac = ANY($1))
      ORDER BY record.id FOR UPDATE),
    unlogged AS (
      DELETE FROM certificate_log_records AS record USING found WHERE record.id = found.id AND entry IS NULL)
    UPDATE certificate_log_records AS record SET salt = NULL, proof = NULL FROM found
    WHERE record.id = found.id AND entry IS NOT NULL`,
};

const eraseSubmitter = {
  name: 'erase-submitter',
  text: `${forgetSubmitter} WHERE submitter_email_mac = ANY($1)`,
};

/** Runs after the mail is cancelled, so that the audit trail records the cancellation. */
const eraseInvitations = {
  name: 'erase-invitations',
  text: `DELETE FROM invitations WHERE email_mac = ANY($1)`,
};

/** Before the clients lose the hash. Words of the client itself stay, also if its contact has the same name. */
const eraseContactWords = {
  name: 'erase-contact-words',
  text: `
    DELETE FROM org_client_words USING org_clients
    WHERE client_id = org_clients.id AND of_contact AND contact_email_mac = ANY($1)`,
};

/** The client itself is a company, and stays (ADR 70). */
const eraseContacts = {
  name: 'erase-contacts',
  text: `
    UPDATE org_clients SET contact_name = NULL, contact_email = NULL, contact_email_mac = NULL
    WHERE contact_email_mac = ANY($1)`,
};

const lockDrafts = {
  name: 'lock-drafts-to-erase',
  text: `SELECT FROM campaign_drafts WHERE recipient_mac = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
};

/** Its answers too, which the contact has given. The campaign keeps how far the client had come (ADR 72). */
const eraseDrafts = {
  name: 'erase-drafts',
  text: `
    UPDATE campaign_drafts SET shown = NULL, recipient = NULL, recipient_mac = NULL, answers = NULL, code_mac = NULL
    WHERE recipient_mac = ANY($1)`,
};

/** A parked delivery still waits for an operator. */
const settledStates = `'sent', 'merged', 'cancelled'`;

const forgetSettled = {
  name: 'forget-settled-deliveries',
  text: updateInOrder(
    forgotten,
    `id IN (
      SELECT id FROM deliveries
      WHERE coalesce(sent_at, created_at) < $1 AND recipient IS NOT NULL AND state IN (${settledStates})
      LIMIT ${lot})`,
  ),
};

const forgetOldDeliveries = {
  name: 'forget-old-deliveries',
  text: updateInOrder(
    forgotten,
    `id IN (SELECT id FROM deliveries WHERE created_at < $1 AND recipient IS NOT NULL LIMIT ${lot})`,
  ),
};

/**
 * A row that another transaction holds is left for the next run. Those of one certificate are deleted together: without the
 * one that was sent, the status would be that of an older attempt.
 */
const deleteSettled = {
  name: 'delete-settled-deliveries',
  text: `
    DELETE FROM deliveries WHERE id = ANY (ARRAY(
      SELECT id FROM deliveries AS settled
      WHERE state IN (${settledStates}) AND available_at < $1
        AND NOT EXISTS (
          SELECT FROM deliveries AS other
          WHERE settled.${ofCertificate} AND other.result_id = settled.result_id AND other.${ofCertificate}
            AND (other.available_at >= $1 OR other.state NOT IN (${settledStates})))
      ORDER BY available_at LIMIT ${lot} FOR UPDATE SKIP LOCKED))`,
};

const forgetOldSubmitters = {
  name: 'forget-old-submitters',
  text: `
    WITH old AS (
      SELECT id FROM survey_results
      WHERE created_at < $1
        AND (submitter_email IS NOT NULL OR notes IS NOT NULL OR organization_name IS NOT NULL OR evidence IS NOT NULL)
      LIMIT ${lot}),
    locked AS (
      SELECT id FROM survey_results WHERE id IN (SELECT id FROM old) ORDER BY id FOR NO KEY UPDATE)
    ${forgetSubmitter} FROM locked WHERE survey_results.id = locked.id`,
};

const deleteOldDocuments = documentTables.map((table) => ({
  name: `delete-old-${table}`,
  text: `DELETE FROM ${table} WHERE result_id IN (
    SELECT result_id FROM ${table} WHERE requested_at < $1 LIMIT ${lot})`,
}));

const deleteOldPacks = {
  name: 'delete-old-review-packs',
  text: `DELETE FROM review_packs WHERE id IN (
    SELECT id FROM review_packs WHERE requested_at < $1 LIMIT ${lot})`,
};

/** Of domains that were never proven. */
const deleteOldChallenges = {
  name: 'delete-old-challenges',
  text: `DELETE FROM certificate_domains WHERE result_id IN (
    SELECT result_id FROM certificate_domains WHERE proven_at IS NULL AND expires_at < $1 LIMIT ${lot})`,
};

const deleteOldKeys = {
  name: 'delete-old-keys',
  text: `DELETE FROM idempotency_keys WHERE key_mac IN (
    SELECT key_mac FROM idempotency_keys WHERE created_at < $1 LIMIT ${lot})`,
};

const deleteOldCounters = {
  name: 'delete-old-counters',
  text: `DELETE FROM rate_limits WHERE key IN (
    SELECT key FROM rate_limits WHERE expires_at < $1 LIMIT ${lot})`,
};

function rowsOf({ rowCount }: { readonly rowCount: number | null }): number {
  return rowCount ?? 0;
}

/** Erasure and retention in PostgreSQL. */
export class PostgresPersonalDataStore extends PersonalDataStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async erase(address: string): Promise<Removed> {
    const macs = recipientMacs(this.keyring, address);
    return inSystemScope(this.database, 'erasure', async (query: RunStatement) => {
      for (const step of [
        lockResults,
        lockClients,
        ...eraseDocuments,
        eraseReviewPacks,
        eraseAttachments,
        eraseLogRecords,
      ])
        await query(step, [macs]);
      // Results before deliveries: a resend locks its result until it has queued, so a delivery queued before the erasure is
      // found.
      const results = await query(eraseSubmitter, [macs]);
      await query(lockDeliveries, [macs]);
      const deliveries = await query(eraseDeliveries, [macs]);
      for (const step of [eraseInvitations, eraseContactWords, eraseContacts, lockDrafts, eraseDrafts])
        await query(step, [macs]);
      // A code locks its draft until its mail is queued: one that was queued meanwhile is found now.
      await query(lockDeliveries, [macs]);
      const codes = await query(eraseDeliveries, [macs]);
      return { results: rowsOf(results), deliveries: rowsOf(deliveries) + rowsOf(codes) };
    });
  }

  async removeOld(dates: RetentionDates): Promise<Removed> {
    await this.inLots(deleteSettled, dates.settledBefore);
    const settled = await this.inLots(forgetSettled, dates.sentBefore);
    const old = await this.inLots(forgetOldDeliveries, dates.submittedBefore);
    const results = await this.inLots(forgetOldSubmitters, dates.submittedBefore);
    for (const deletion of deleteOldDocuments) await this.inLots(deletion, dates.documentedBefore);
    await this.inLots(deleteOldPacks, dates.documentedBefore, 'printing');
    await this.inLots(deleteOldChallenges, dates.sentBefore);
    await this.inLots(deleteOldKeys, dates.keyedBefore);
    await this.inLots(deleteOldCounters, dates.countedBefore);
    return { results, deliveries: settled + old };
  }

  private inLots(statement: PreparedStatement, before: Date, scope?: SystemScope): Promise<number> {
    return inLots(this.database, scope, (query) => query(statement, [before]));
  }
}
