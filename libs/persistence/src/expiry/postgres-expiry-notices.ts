import {
  type CredentialType,
  type EndingCredential,
  type ExpiryNotice,
  ExpiryNotices,
  type NoticeDays,
  noticeDays,
  type NoticeMail,
} from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { traceparent } from '@governance/tracing';
import { randomUUID } from 'node:crypto';
import { inLots, lot } from '../access/in-lots';
import { inOrganization, inSystemScope } from '../access/scoped-transactions';
import { organizationMac } from '../addresses/address-macs';
import { sealedRecipient } from '../deliveries/delivery-row';

const [first, ...others] = noticeDays;

/** A day has 24 hours: an interval of days would depend on the time zone of the session. */
function hoursOf(days: NoticeDays): string {
  return `interval '${days * 24} hours'`;
}

/** The days of the latest notice that a credential can have at $1. */
const days = `CASE
  ${others
    .toReversed()
    .map((each) => `WHEN expires_at <= $1::timestamptz + ${hoursOf(each)} THEN ${each}`)
    .join(' ')}
  ELSE ${first} END`;

/** A secret or key that started after the day of the notice has none. */
const isDue = `
  state = 'active' AND expires_at > $1 AND expires_at <= $1::timestamptz + ${hoursOf(first)}
  AND last_rotated_at <= expires_at - (${days}) * interval '24 hours'
  AND (noticed_expiry IS DISTINCT FROM expires_at OR noticed_days > ${days})`;

const selectOrganizations = {
  name: 'select-organizations-with-due-notices',
  text: `SELECT DISTINCT org_id FROM m2m_credentials WHERE ${isDue} ORDER BY org_id`,
};

/** A concurrent worker waits for the rows, and then finds them recorded. */
const recordNotices = {
  name: 'record-expiry-notices',
  text: `
    WITH due AS (
      SELECT id FROM m2m_credentials WHERE org_id = $2 AND ${isDue} ORDER BY id FOR NO KEY UPDATE)
    UPDATE m2m_credentials AS credential SET noticed_expiry = expires_at, noticed_days = ${days}
    FROM due WHERE credential.id = due.id RETURNING credential.id`,
};

const insertNotice = {
  name: 'insert-expiry-notice',
  text: `INSERT INTO expiry_notices (id, org_id, credential_ids, created_at) VALUES ($1, $2, $3, $4)`,
};

const insertMail = {
  name: 'insert-expiry-mail',
  text: `
    INSERT INTO deliveries (
      id, kind, expiry_notice_id, recipient, created_at, available_at, recipient_mac, domain_mac, organization_mac,
      traceparent)
    VALUES ($1, 'credential-expiry', $2, $3, $4, $4, $5, $6, $7, $8)`,
};

/** A rotation changes the end, so a rotated credential is no longer part of the notice. */
const selectNotice = {
  name: 'select-expiry-notice',
  text: `
    SELECT notice.org_id, name, type, expires_at
    FROM expiry_notices AS notice JOIN m2m_credentials AS credential ON credential.id = ANY(credential_ids)
    WHERE notice.id = $1 AND state = 'active' AND expires_at > $2 AND noticed_expiry = expires_at
    ORDER BY expires_at, name`,
};

const countEnding = {
  name: 'count-ending-credentials',
  text: `
    SELECT ${noticeDays
      .map(
        (each) =>
          `count(*) FILTER (WHERE expires_at <= $1::timestamptz + ${hoursOf(each)})::integer AS within_${each}`,
      )
      .join(', ')}
    FROM m2m_credentials
    WHERE state = 'active' AND expires_at > $1 AND expires_at <= $1::timestamptz + ${hoursOf(first)}`,
};

const selectOld = {
  name: 'select-old-expiry-notices',
  text: `
    SELECT id FROM expiry_notices AS notice
    WHERE created_at <= $1
      AND NOT EXISTS (SELECT FROM deliveries WHERE expiry_notice_id = notice.id AND state = 'queued')
    LIMIT ${lot}`,
};

/** Mail before its notices, as with invitations. */
const lockMail = {
  name: 'lock-mail-of-expiry-notices',
  text: `SELECT FROM deliveries WHERE expiry_notice_id = ANY($1) ORDER BY id FOR UPDATE`,
};

const deleteOld = {
  name: 'delete-old-expiry-notices',
  text: `DELETE FROM expiry_notices WHERE id = ANY($1)`,
};

interface NoticeRow {
  readonly org_id: string;
  readonly name: string;
  readonly type: CredentialType;
  readonly expires_at: Date;
}

/** Notices in PostgreSQL. A mail is a delivery row that is written with its notice (ADR 2). */
export class PostgresExpiryNotices extends ExpiryNotices {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async organizationsDue(now: Date): Promise<readonly string[]> {
    const { rows } = await this.across((query) => query<{ org_id: string }>(selectOrganizations, [now]));
    return rows.map(({ org_id }) => org_id);
  }

  queue(
    orgId: string,
    { now, mails }: { readonly now: Date; readonly mails: readonly NoticeMail[] },
  ): Promise<number> {
    return inOrganization(this.database, orgId, async (query) => {
      const { rows } = await query<{ id: string }>(recordNotices, [now, orgId]);
      if (rows.length === 0) return 0;
      const noticeId = randomUUID();
      await query(insertNotice, [noticeId, orgId, rows.map(({ id }) => id), now]);
      const organization = organizationMac(this.keyring, orgId);
      for (const { deliveryId, email } of mails) {
        const { recipient, recipientMac, domainMac } = sealedRecipient(this.keyring, deliveryId, email);
        const macs = [recipientMac, domainMac, organization];
        await query(insertMail, [deliveryId, noticeId, recipient, now, ...macs, traceparent()]);
      }
      return rows.length;
    });
  }

  async find(noticeId: string, now: Date): Promise<ExpiryNotice | undefined> {
    const { rows } = await this.across((query) => query<NoticeRow>(selectNotice, [noticeId, now]));
    const [row] = rows;
    return row && { orgId: row.org_id, credentials: rows.map(credentialOf) };
  }

  async countEnding(now: Date): Promise<ReadonlyMap<NoticeDays, number>> {
    const { rows } = await this.across((query) => query<Record<string, number>>(countEnding, [now]));
    return new Map(noticeDays.map((each) => [each, rows[0]?.[`within_${each}`] ?? 0]));
  }

  removeOld(until: Date): Promise<number> {
    return inLots(this.database, 'housekeeping', async (query) => {
      const { rows } = await query<{ id: string }>(selectOld, [until]);
      const ids = rows.map(({ id }) => id);
      await query(lockMail, [ids]);
      return query(deleteOld, [ids]);
    });
  }

  private across<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return inSystemScope(this.database, 'expiry-mail', work);
  }
}

function credentialOf({ name, type, expires_at: expiresAt }: NoticeRow): EndingCredential {
  return { name, type, expiresAt };
}
