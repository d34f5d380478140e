import {
  consoleIdleSince,
  type ConsolePerson,
  type ConsoleSession,
  type ConsoleSessionDetails,
  ConsoleSessionStore,
  type ConsoleTokens,
  type KeptForm,
  keptFormMs,
  type ListedConsoleSession,
  type NewConsoleSession,
} from '@governance/iam';
import { type Keyring, SealBroken } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { type SealedColumn, type SealedPlace } from '../sealed-columns';
import { secretHash } from './secret-hash';

const shown = 'id, issuer, subject, details, created_at, last_used_at, ends_at';

const insertSession = {
  name: 'insert-console-session',
  text: `
    INSERT INTO console_sessions
      (id, secret_hash, issuer, subject, tokens, details, created_at, last_used_at, ends_at, site_secret_hash, site_person)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10)`,
};

/** A clock that is behind does not shorten the session. */
const useSession = {
  name: 'use-console-session',
  text: `
    UPDATE console_sessions SET last_used_at = greatest(last_used_at, $2)
    WHERE secret_hash = $1 AND ends_at > $2 AND last_used_at > $3
    RETURNING ${shown}, tokens`,
};

const beginRefresh = {
  name: 'begin-console-refresh',
  text: `
    UPDATE console_sessions SET refreshing_until = $3
    WHERE id = $1 AND (refreshing_until IS NULL OR refreshing_until <= $2)
    RETURNING id, tokens`,
};

const replaceTokens = {
  name: 'replace-console-tokens',
  text: `UPDATE console_sessions SET tokens = $2, refreshing_until = NULL WHERE id = $1`,
};

const keepForm = {
  name: 'keep-console-form',
  text: `UPDATE console_sessions SET kept_form = $2, kept_form_ends_at = $3 WHERE id = $1`,
};

/** The row before the update is joined, because `RETURNING` of this version tells the new values only. */
const takeForm = {
  name: 'take-console-form',
  text: `
    UPDATE console_sessions SET kept_form = NULL, kept_form_ends_at = NULL
    FROM (SELECT id, kept_form, kept_form_ends_at FROM console_sessions WHERE id = $1 FOR UPDATE) AS before
    WHERE console_sessions.id = before.id AND before.kept_form IS NOT NULL
    RETURNING before.kept_form, before.kept_form_ends_at > $2 AS is_live`,
};

const selectTokens = {
  name: 'select-console-tokens',
  text: `SELECT id, tokens FROM console_sessions WHERE id = $1`,
};

const listSessions = {
  name: 'list-console-sessions',
  text: `
    SELECT ${shown} FROM console_sessions
    WHERE issuer = $1 AND subject = $2 AND ends_at > $3 AND last_used_at > $4
    ORDER BY last_used_at DESC, id`,
};

const endSession = {
  name: 'end-console-session',
  text: `DELETE FROM console_sessions WHERE issuer = $1 AND subject = $2 AND id = $3 RETURNING id, tokens`,
};

/** Locks the sessions in the order of their ids. */
function deleteSessions(condition: string): string {
  return `
    WITH found AS (SELECT id FROM console_sessions WHERE ${condition} ORDER BY id FOR UPDATE)
    DELETE FROM console_sessions USING found WHERE console_sessions.id = found.id`;
}

const endOthers = {
  name: 'end-other-console-sessions',
  text: `${deleteSessions('issuer = $1 AND subject = $2 AND id <> $3')} RETURNING console_sessions.id, tokens`,
};

const endUntil = {
  name: 'end-console-sessions-until',
  text: deleteSessions('issuer = $1 AND subject = $2 AND created_at <= $3'),
};

const deleteEnded = {
  name: 'delete-ended-console-sessions',
  text: deleteSessions('ends_at <= $1 OR last_used_at <= $2'),
};

interface TokensRow {
  readonly id: string;
  readonly tokens: Buffer;
}

interface KeptFormRow {
  readonly kept_form: Buffer;
  readonly is_live: boolean;
}

interface ListedRow {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly details: Buffer;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly ends_at: Date;
}

/**
 * Sessions of the console in PostgreSQL. Tokens and personal data are sealed before they leave the process. A session that this
 * keyring cannot open counts as none: its person signs in again.
 */
export class PostgresConsoleSessionStore extends ConsoleSessionStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async start(session: NewConsoleSession): Promise<void> {
    const { id, person, tokens, secret, siteSecret, createdAt, endsAt, name, email, browser } = session;
    await this.database.query(insertSession, [
      id,
      secretHash(secret),
      person.issuer,
      person.subject,
      this.seal('tokens', id, tokens),
      this.seal('details', id, { name, email, browser }),
      createdAt,
      endsAt,
      siteSecret === undefined ? null : secretHash(siteSecret),
      siteSecret === undefined ? null : this.seal('site_person', id, { name, email }),
    ]);
  }

  async use(secret: string, now: Date): Promise<ConsoleSession | undefined> {
    const { rows } = await this.database.query<ListedRow & TokensRow>(useSession, [
      secretHash(secret),
      now,
      consoleIdleSince(now),
    ]);
    const [row] = rows;
    return row && unlessBroken(() => ({ ...this.listed(row), tokens: this.tokensIn(row) }));
  }

  async beginRefresh(
    id: string,
    { now, leaseEnds }: { readonly now: Date; readonly leaseEnds: Date },
  ): Promise<ConsoleTokens | undefined> {
    const { rows } = await this.database.query<TokensRow>(beginRefresh, [id, now, leaseEnds]);
    return rows[0] && this.tokensIn(rows[0]);
  }

  async replaceTokens(id: string, tokens: ConsoleTokens): Promise<void> {
    await this.database.query(replaceTokens, [id, this.seal('tokens', id, tokens)]);
  }

  async keepForm(id: string, form: KeptForm, now: Date): Promise<void> {
    const endsAt = new Date(now.getTime() + keptFormMs);
    await this.database.query(keepForm, [id, this.seal('kept_form', id, form), endsAt]);
  }

  async takeForm(id: string, now: Date): Promise<KeptForm | undefined> {
    const { rows } = await this.database.query<KeptFormRow>(takeForm, [id, now]);
    const [row] = rows;
    return row?.is_live === true ? (this.open('kept_form', id, row.kept_form) as KeptForm) : undefined;
  }

  async tokensOf(id: string): Promise<ConsoleTokens | undefined> {
    const { rows } = await this.database.query<TokensRow>(selectTokens, [id]);
    return rows[0] && this.tokensIn(rows[0]);
  }

  async listOf({ issuer, subject }: ConsolePerson, now: Date): Promise<ListedConsoleSession[]> {
    const values = [issuer, subject, now, consoleIdleSince(now)];
    const { rows } = await this.database.query<ListedRow>(listSessions, values);
    return rows.flatMap((row) => unlessBroken(() => this.listed(row)) ?? []);
  }

  async end({ issuer, subject }: ConsolePerson, id: string): Promise<ConsoleTokens | undefined> {
    const { rows } = await this.database.query<TokensRow>(endSession, [issuer, subject, id]);
    const [row] = rows;
    return row && unlessBroken(() => this.tokensIn(row));
  }

  async endOthers({ issuer, subject }: ConsolePerson, keptId: string): Promise<ConsoleTokens[]> {
    const { rows } = await this.database.query<TokensRow>(endOthers, [issuer, subject, keptId]);
    return rows.flatMap((row) => unlessBroken(() => this.tokensIn(row)) ?? []);
  }

  async endUntil({ issuer, subject }: ConsolePerson, startedUntil: Date): Promise<void> {
    await this.database.query(endUntil, [issuer, subject, startedUntil]);
  }

  async removeEnded(now: Date): Promise<number> {
    const { rowCount } = await this.database.query(deleteEnded, [now, consoleIdleSince(now)]);
    return rowCount ?? 0;
  }

  private listed(row: ListedRow): ListedConsoleSession {
    const details = this.open('details', row.id, row.details) as ConsoleSessionDetails;
    return {
      id: row.id,
      person: { issuer: row.issuer, subject: row.subject },
      name: details.name,
      email: details.email,
      browser: details.browser,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      endsAt: row.ends_at,
    };
  }

  private tokensIn({ id, tokens }: TokensRow): ConsoleTokens {
    return this.open('tokens', id, tokens) as ConsoleTokens;
  }

  private seal(column: SessionColumn, row: string, value: object): Buffer {
    return this.keyring.seal(JSON.stringify(value), placeOf(column, row));
  }

  private open(column: SessionColumn, row: string, sealed: Buffer): unknown {
    return JSON.parse(this.keyring.open(sealed, placeOf(column, row)).toString('utf8'));
  }
}

type SessionColumn = SealedColumn<'console_sessions'>;

function placeOf(column: SessionColumn, row: string): SealedPlace<'console_sessions'> {
  return { table: 'console_sessions', column, row };
}

/** Undefined if the keyring cannot open what is read. */
function unlessBroken<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
