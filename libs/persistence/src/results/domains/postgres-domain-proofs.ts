import {
  type DomainProof,
  DomainProofs,
  type ProofMailRequest,
  type ProofRequestOutcome,
} from '@governance/assessments';
import { challengeDays } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { traceparent } from '@governance/tracing';
import { clientMac } from '../../addresses/address-macs';
import { queuedCertificateColumns, sealedRecipient } from '../../deliveries/delivery-row';
import { WorkHint } from '../../deliveries/work-hint';
import { jobOfTrace } from '../../job-of-trace';
import {
  domainProofColumns,
  type DomainProofRow,
  newChallenge,
  openRequest,
  proofOfRow,
  sealRequest,
} from './domain-proof-row';

const dayMs = 24 * 60 * 60 * 1000;

const selectProof = {
  name: 'select-domain-proof',
  text: `SELECT ${domainProofColumns} FROM certificate_domains WHERE result_id = $1`,
};

const lockProof = { name: 'lock-domain-proof', text: `${selectProof.text} FOR UPDATE` };

/** Of two concurrent requests the second waits for the first, and finds its row. */
const insertProof = {
  name: 'insert-domain-proof',
  text: `
    INSERT INTO certificate_domains (result_id, request, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (result_id) DO NOTHING`,
};

const setRequest = {
  name: 'set-domain-request',
  text: `
    UPDATE certificate_domains
    SET request = $2, expires_at = $3, problem = NULL, confirmed_at = NULL,
      check_due_at = CASE WHEN proven_at IS NULL THEN NULL ELSE check_due_at END
    WHERE result_id = $1`,
};

const requestCheck = {
  name: 'request-domain-check',
  text: `
    UPDATE certificate_domains SET check_due_at = $2, problem = NULL
    WHERE result_id = $1 AND proven_at IS NULL RETURNING ${jobOfTrace('$3')}`,
};

const confirm = {
  name: 'confirm-domain',
  text: `
    UPDATE certificate_domains SET confirmed_at = $2, check_due_at = $2, problem = NULL
    WHERE result_id = $1 RETURNING ${jobOfTrace('$3')}`,
};

const queueMail = {
  name: 'queue-domain-mail',
  text: `
    INSERT INTO deliveries (${queuedCertificateColumns})
    VALUES ($2, 'domain-proof', $1, $3, $4, $4, $5, $6, $7, $8)`,
};

const selectResult = {
  name: 'select-provable-result',
  text: `SELECT withdrawn_at FROM survey_results WHERE id = $1`,
};

/** The credential is withdrawn, and a stored PDF is made again. */
const removeProof = {
  name: 'remove-domain-proof',
  text: `
    WITH removed AS (
      DELETE FROM certificate_domains WHERE result_id = $1 RETURNING result_id, status_list, status_index),
    document AS (
      DELETE FROM certificate_documents USING removed
      WHERE certificate_documents.result_id = removed.result_id AND status_list IS NOT NULL)
    INSERT INTO ended_domain_credentials (status_list, status_index, ended_at)
    SELECT status_list, status_index, $2 FROM removed WHERE status_list IS NOT NULL`,
};

/** The surface's side of the domains. It looks nothing up and signs nothing. */
export class PostgresDomainProofs extends DomainProofs {
  private readonly hint: WorkHint;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
    this.hint = new WorkHint(database);
  }

  async find(resultId: string): Promise<DomainProof | undefined> {
    const { rows } = await this.database.query<DomainProofRow>(selectProof, [resultId]);
    return rows[0] && proofOfRow(this.keyring, rows[0]);
  }

  async ask(resultId: string, name: string, now: Date): Promise<ProofRequestOutcome> {
    return this.database.inTransaction(async (query) => {
      const { rows } = await query<{ withdrawn_at: Date | null }>(selectResult, [resultId]);
      const [result] = rows;
      if (!result) return 'unknown';
      if (result.withdrawn_at) return 'withdrawn';
      const fresh = this.newRequest(resultId, name);
      await query(insertProof, [resultId, fresh, expiryOf(now)]);
      const row = await lockedRow(query, resultId);
      const known = proofOfRow(this.keyring, row);
      if (known.name === name && (known.proven || known.expiresAt > now)) return known;
      if (known.proven) return 'other_domain';
      await query(setRequest, [resultId, fresh, expiryOf(now)]);
      return proofOfRow(this.keyring, await lockedRow(query, resultId));
    });
  }

  async requestCheck(resultId: string, now: Date): Promise<boolean> {
    const { rowCount } = await this.database.query(requestCheck, [resultId, now, traceparent()]);
    return rowCount === 1 || (await this.find(resultId)) !== undefined;
  }

  async requestMail(resultId: string, request: ProofMailRequest): Promise<boolean> {
    const { mailbox, deliveryId, clientAddress, now } = request;
    const queued = await this.database.inTransaction(async (query) => {
      const { rows } = await query<DomainProofRow>(lockProof, [resultId]);
      const [row] = rows;
      // The daily checks of a proof by DNS look for its challenge.
      if (!row || row.way === 'dns') return false;
      const { name, challenge } = openRequest(this.keyring, row);
      const isCurrent = row.expires_at > now;
      const next = { name, challenge: isCurrent ? challenge : newChallenge(), mailbox };
      const expiresAt = isCurrent ? row.expires_at : expiryOf(now);
      await query(setMailbox, [resultId, sealRequest(this.keyring, resultId, next), expiresAt]);
      const to = sealedRecipient(this.keyring, deliveryId, `${mailbox}@${name}`);
      const client = clientMac(this.keyring, clientAddress);
      await query(queueMail, [
        resultId,
        deliveryId,
        to.recipient,
        now,
        to.recipientMac,
        to.domainMac,
        client,
        traceparent(),
      ]);
      return true;
    });
    if (queued) this.hint.give();
    return queued;
  }

  async confirm({ resultId, challenge }: DomainProof, now: Date): Promise<boolean> {
    return this.database.inTransaction(async (query) => {
      const { rows } = await query<DomainProofRow>(lockProof, [resultId]);
      const known = rows[0] && proofOfRow(this.keyring, rows[0]);
      if (known?.challenge !== challenge || known.expiresAt <= now) return false;
      await query(confirm, [resultId, now, traceparent()]);
      return true;
    });
  }

  async remove(resultId: string, now: Date): Promise<void> {
    await this.database.query(removeProof, [resultId, now]);
  }

  private newRequest(resultId: string, name: string): Buffer {
    return sealRequest(this.keyring, resultId, { name, challenge: newChallenge() });
  }
}

/** Keeps what the worker has found out: the domain is the same. */
const setMailbox = {
  name: 'set-domain-mailbox',
  text: `UPDATE certificate_domains SET request = $2, expires_at = $3 WHERE result_id = $1`,
};

async function lockedRow(query: RunStatement, resultId: string): Promise<DomainProofRow> {
  const { rows } = await query<DomainProofRow>(lockProof, [resultId]);
  const [row] = rows;
  // Removed by a concurrent request.
  if (!row) throw new Error('the request was removed in the meantime');
  return row;
}

function expiryOf(now: Date): Date {
  return new Date(now.getTime() + challengeDays * dayMs);
}
