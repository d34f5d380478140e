import { type CertifiedDomain, DomainProofQueue, type DueProof } from '@governance/assessments';
import { type DomainProblem, type MissingRecord } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
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

/** `SKIP LOCKED` lets workers pass each other. */
const claimDue = {
  name: 'claim-due-domains',
  text: `
    UPDATE certificate_domains SET check_due_at = $2
    WHERE result_id IN (
      SELECT result_id FROM certificate_domains WHERE check_due_at <= $1
      ORDER BY check_due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING ${domainProofColumns}`,
};

const held = 'result_id = $1 AND check_due_at = $2';

/** An earlier credential of the result with a domain no longer counts, and links in mails no longer work. */
const prove = {
  name: 'prove-domain',
  text: `
    WITH former AS (
      SELECT result_id, status_list, status_index FROM certificate_domains WHERE ${held} FOR UPDATE),
    proven AS (
      UPDATE certificate_domains AS domain
      SET name = $3, proven_at = $4, way = $5, credential = $6, credential_key_id = $7, status_list = $8, status_index = $9,
        check_due_at = $10, proven_until = $11, expires_at = $4, confirmed_at = NULL, problem = NULL, missing_since = NULL, missing_answers = 0
      FROM former WHERE domain.result_id = former.result_id RETURNING domain.result_id),
    document AS (
      DELETE FROM certificate_documents USING proven WHERE certificate_documents.result_id = proven.result_id),
    ended AS (
      INSERT INTO ended_domain_credentials (status_list, status_index, ended_at)
      SELECT status_list, status_index, $4 FROM former WHERE status_list IS NOT NULL)
    SELECT result_id FROM proven`,
};

const refuse = {
  name: 'refuse-domain',
  text: `UPDATE certificate_domains SET problem = $3, check_due_at = NULL WHERE ${held}`,
};

const keep = {
  name: 'keep-domain',
  text: `
    UPDATE certificate_domains SET check_due_at = $3, missing_since = $4, missing_answers = $5 WHERE ${held}`,
};

const selectRequest = {
  name: 'select-domain-request',
  text: `SELECT ${domainProofColumns} FROM certificate_domains WHERE ${held} FOR UPDATE`,
};

const askAgain = {
  name: 'ask-domain-again',
  text: `
    UPDATE certificate_domains SET request = $3, expires_at = proven_until, check_due_at = proven_until WHERE ${held}`,
};

const queueMail = {
  name: 'queue-domain-mail-again',
  text: `
    INSERT INTO deliveries (id, kind, result_id, recipient, created_at, available_at, recipient_mac, domain_mac)
    VALUES ($2, 'domain-proof', $1, $3, $4, $4, $5, $6)`,
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
      SELECT status_list, status_index, $3 FROM ended WHERE status_list IS NOT NULL)
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

  async claimDue(at: { now: Date; leaseUntil: Date; most: number }): Promise<readonly DueProof[]> {
    const values = [at.now, at.leaseUntil, at.most];
    const { rows } = await this.database.query<DomainProofRow>(claimDue, values);
    return rows.map((row) => dueOfRow(this.keyring, row, at.leaseUntil));
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
    const { resultId, lease } = due;
    return this.database.inTransaction(async (query) => {
      const { rows } = await query<DomainProofRow>(selectRequest, [resultId, lease]);
      const [row] = rows;
      if (!row) return false;
      const { name, mailbox = 'postmaster' } = openRequest(this.keyring, row);
      const next = sealRequest(this.keyring, resultId, { name, challenge: newChallenge(), mailbox });
      await query(askAgain, [resultId, lease, next]);
      const id = randomUUID();
      const to = sealedRecipient(this.keyring, id, `${mailbox}@${name}`);
      await query(queueMail, [resultId, id, to.recipient, now, to.recipientMac, to.domainMac]);
      return true;
    });
  }

  end(due: DueProof, now: Date): Promise<boolean> {
    return this.change(end, due, [now]);
  }

  private async change(
    statement: { readonly name: string; readonly text: string },
    { resultId, lease }: DueProof,
    values: readonly unknown[],
  ): Promise<boolean> {
    const { rowCount } = await this.database.query(statement, [resultId, lease, ...values]);
    return rowCount === 1;
  }
}
