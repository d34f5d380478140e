import { type CertifiedDomain, DomainProofQueue, type DueProof } from '@governance/assessments';
import { type DomainProblem, type MissingRecord } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { traceparent } from '@governance/tracing';
import { randomUUID } from 'node:crypto';
import { sealedRecipient } from '../../deliveries/delivery-row';
import {
  domainProofColumns,
  type DomainProofRow,
  dueOfRow,
  newChallenge,
  openRequest,
  sealRequest,
} from './domain-proof-row';

const findDue = {
  name: 'find-due-domain',
  text: `SELECT ${domainProofColumns} FROM certificate_domains WHERE result_id = $1 AND check_due_at <= $2`,
};

/** The request that the worker has read, and the job that it holds: a trigger adds the job anew for each later request. */
const held = `result_id = $1 AND check_due_at = $2 AND EXISTS (
  SELECT FROM jobs WHERE queue = 'public/certificate-domains' AND key = result_id::text AND jobs.lease = $3)`;

/** An earlier credential of the result with a domain no longer counts, and links in mails no longer work. */
const prove = {
  name: 'prove-domain',
  text: `
    WITH former AS (
      SELECT result_id, status_list, status_index FROM certificate_domains WHERE ${held} FOR UPDATE),
    proven AS (
      UPDATE certificate_domains AS domain
      SET name = $4, proven_at = $5, way = $6, credential = $7, credential_key_id = $8, status_list = $9, status_index = $10,
        check_due_at = $11, proven_until = $12, expires_at = $5, confirmed_at = NULL, problem = NULL, missing_since = NULL, missing_answers = 0
      FROM former WHERE domain.result_id = former.result_id RETURNING domain.result_id),
    document AS (
      DELETE FROM certificate_documents USING proven WHERE certificate_documents.result_id = proven.result_id),
    ended AS (
      INSERT INTO ended_domain_credentials (status_list, status_index, ended_at)
      SELECT status_list, status_index, $5 FROM former WHERE status_list IS NOT NULL)
    SELECT result_id FROM proven`,
};

const refuse = {
  name: 'refuse-domain',
  text: `UPDATE certificate_domains SET problem = $4, check_due_at = NULL WHERE ${held}`,
};

const keep = {
  name: 'keep-domain',
  text: `
    UPDATE certificate_domains SET check_due_at = $4, missing_since = $5, missing_answers = $6 WHERE ${held}`,
};

const selectRequest = {
  name: 'select-domain-request',
  text: `SELECT ${domainProofColumns} FROM certificate_domains WHERE ${held} FOR UPDATE`,
};

const askAgain = {
  name: 'ask-domain-again',
  text: `
    UPDATE certificate_domains SET request = $4, expires_at = proven_until, check_due_at = proven_until WHERE ${held}`,
};

const queueMail = {
  name: 'queue-domain-mail-again',
  text: `
    INSERT INTO deliveries (id, kind, result_id, recipient, created_at, available_at, recipient_mac, domain_mac, traceparent)
    VALUES ($2, 'domain-proof', $1, $3, $4, $4, $5, $6, $7)`,
};

const end = {
  name: 'end-domain',
  text: `
    WITH ended AS (
      DELETE FROM certificate_domains WHERE ${held} RETURNING result_id, status_list, status_index),
    document AS (
      DELETE FROM certificate_documents USING ended WHERE certificate_documents.result_id = ended.result_id),
    withdrawn AS (
      INSERT INTO ended_domain_credentials (status_list, status_index, ended_at)
      SELECT status_list, status_index, $4 FROM ended WHERE status_list IS NOT NULL)
    SELECT result_id FROM ended`,
};

/** The worker's side of the domains. */
export class PostgresDomainProofQueue extends DomainProofQueue {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async find({ key, lease }: { key: string; lease: string }, now: Date): Promise<DueProof | undefined> {
    const { rows } = await this.database.query<DomainProofRow & { readonly check_due_at: Date }>(findDue, [
      key,
      now,
    ]);
    return rows[0] && dueOfRow(this.keyring, rows[0], lease);
  }

  async prove(due: DueProof, certified: CertifiedDomain): Promise<boolean> {
    const { name, provenAt, way, certification, dueAt, until } = certified;
    const { credential, keyId, status } = certification;
    const values = [name, provenAt, way, credential, keyId, status.list, status.index, dueAt, until];
    return this.change(prove, due, values);
  }

  refuse(due: DueProof, problem: DomainProblem): Promise<boolean> {
    return this.change(refuse, due, [problem]);
  }

  keep(due: DueProof, known: MissingRecord & { readonly dueAt: Date }): Promise<boolean> {
    return this.change(keep, due, [known.dueAt, known.missingSince, known.missingAnswers]);
  }

  async askAgain(due: DueProof, now: Date): Promise<boolean> {
    const { resultId, dueAt, lease } = due;
    return this.database.inTransaction(async (query) => {
      const { rows } = await query<DomainProofRow>(selectRequest, [resultId, dueAt, lease]);
      const [row] = rows;
      if (!row) return false;
      const { name, mailbox = 'postmaster' } = openRequest(this.keyring, row);
      const next = sealRequest(this.keyring, resultId, { name, challenge: newChallenge(), mailbox });
      await query(askAgain, [resultId, dueAt, lease, next]);
      const id = randomUUID();
      const to = sealedRecipient(this.keyring, id, `${mailbox}@${name}`);
      const { recipient, recipientMac, domainMac } = to;
      await query(queueMail, [resultId, id, recipient, now, recipientMac, domainMac, traceparent()]);
      return true;
    });
  }

  end(due: DueProof, now: Date): Promise<boolean> {
    return this.change(end, due, [now]);
  }

  private async change(
    statement: { readonly name: string; readonly text: string },
    { resultId, dueAt, lease }: DueProof,
    values: readonly unknown[],
  ): Promise<boolean> {
    const { rowCount } = await this.database.query(statement, [resultId, dueAt, lease, ...values]);
    return rowCount === 1;
  }
}
