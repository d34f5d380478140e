import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import * as z from 'zod';
import { deletePayloads, payloadMacs, payloadSeal } from '../database/payload-rows';
import { MailsStore, type NewMail } from './mails.store';
import { reportChange } from './account-events.store';
import { endAccess } from './session-ends.store';

/** A browser in which a user is signed in, or a program that can act for them until it is signed out. */
export interface Access {
  /** Names it in forms. */
  readonly id: string;
  /** The program; undefined: a browser. */
  readonly clientId: string | undefined;
  /** The `User-Agent` header of the browser. */
  readonly userAgent: string | undefined;
  readonly since: Date;
  /** Undefined for a browser. */
  readonly lastUsed: Date | undefined;
  /** Whether it is the given session. */
  readonly isThis: boolean;
}

const time = z.number().transform((seconds) => new Date(seconds * 1000));
const session = z
  .object({ loginTs: time, userAgent: z.string().optional() })
  .transform(({ loginTs: since, userAgent }) => ({
    clientId: undefined,
    userAgent,
    since,
    lastUsed: undefined,
  }));
/** Tokens that end with a session belong to its browser. */
const refreshToken = z
  .object({ clientId: z.string(), iiat: time, iat: time, expiresWithSession: z.literal(false).optional() })
  .transform(({ clientId, iiat: since, iat: lastUsed }) => ({
    clientId,
    userAgent: undefined,
    since,
    lastUsed,
  }));
const shapes = { Session: session, RefreshToken: refreshToken } as const;

interface AccessRow {
  readonly kind: keyof typeof shapes;
  readonly id: Buffer;
  readonly payload: Buffer;
}

/** What can act for a user now, from the sessions and refresh tokens of the library. */
export class AccessesStore {
  private readonly mails: MailsStore;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    this.mails = new MailsStore(keyring);
  }

  /** The latest sign-in first. */
  async of(userId: string, sessionId: string): Promise<Access[]> {
    const { rows } = await this.database.query<AccessRow>(
      `SELECT kind, id, payload FROM identity.payloads
       WHERE account_id = $1 AND kind = ANY($2) AND consumed_at IS NULL AND expires_at > now()`,
      [userId, Object.keys(shapes)],
    );
    const own = payloadMacs(this.keyring, sessionId);
    return rows
      .flatMap(({ kind, id, payload }): Access[] => {
        const text = this.keyring.open(payload, payloadSeal(kind, id)).toString('utf8');
        const { data } = shapes[kind].safeParse(JSON.parse(text));
        return data ? [{ ...data, id: id.toString('hex'), isThis: own.some((mac) => mac.equals(id)) }] : [];
      })
      .toSorted((one, other) => other.since.getTime() - one.since.getTime());
  }

  /** Ends one, with every token of its sign-in. Access tokens that it already has expire. False when it has ended. */
  async end(userId: string, id: string, notice: NewMail | undefined): Promise<boolean> {
    return this.database.inTransaction(async (query) => {
      const { rowCount } = await query(
        deletePayloads(`account_id = $1 AND ((kind = 'Session' AND id = $2) OR grant_id = (
          SELECT grant_id FROM identity.payloads WHERE kind = 'RefreshToken' AND id = $2 AND account_id = $1))`),
        [userId, Buffer.from(id, 'hex')],
      );
      if (rowCount === 0) return false;
      await reportChange(query, userId, 'account:end-sessions');
      await this.mails.add(query, notice);
      return true;
    });
  }

  /** Ends all others, and the access tokens that they have. */
  async endOthers(userId: string, sessionId: string, notice: NewMail | undefined): Promise<void> {
    await this.database.inTransaction(async (query) => {
      await endAccess(query, userId, payloadMacs(this.keyring, sessionId));
      await reportChange(query, userId, 'account:end-sessions');
      await this.mails.add(query, notice);
    });
  }
}
