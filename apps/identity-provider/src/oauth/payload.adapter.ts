import { type Keyring } from '@governance/keyring';
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { type Database } from '@governance/postgres';
import * as z from 'zod';
import { deletePayloads, payloadSeal } from '../database/payload-rows';

interface PayloadRow {
  readonly id: Buffer;
  readonly payload: Buffer;
  readonly consumed_at: Date | null;
}

/** Seconds for which expired rows stay. RFC 8628, 3.5: a device gets `expired_token`, so its code must still be known. */
const keptSeconds: ReadonlyMap<string, number> = new Map([['DeviceCode', 60 * 60]]);

/**
 * Storage for a model of the library. Ids are tokens, so rows hold their hash; each payload is sealed to its row.
 * A row can be consumed once: of two concurrent requests one is refused.
 */
export class PayloadAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const [newest = Buffer.of()] = this.macs('id', id);
    // After a rotation of the keyring a row keeps its old hash.
    const row = (await this.rowBy('id', id))?.id ?? newest;
    await this.database.query(
      `INSERT INTO identity.payloads (kind, id, payload, grant_id, user_code, uid, account_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
       ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
         user_code = excluded.user_code, uid = excluded.uid, account_id = excluded.account_id,
         expires_at = excluded.expires_at`,
      [
        this.kind,
        row,
        this.keyring.seal(JSON.stringify({ ...payload, ...this.seenOf() }), payloadSeal(this.kind, row)),
        this.optionalMac('grant', payload.grantId),
        this.optionalMac('user-code', payload.userCode),
        this.optionalMac('uid', payload.uid),
        accountOf(payload),
        expiresIn && expiresIn + (keptSeconds.get(this.kind) ?? 0),
      ],
    );
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.payloadBy('id', id);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.payloadBy('user-code', userCode);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.payloadBy('uid', uid);
  }

  async consume(id: string): Promise<void> {
    const { rows: consumed } = await this.database.query(
      `UPDATE identity.payloads SET consumed_at = now()
       WHERE kind = $1 AND id = ANY($2) AND consumed_at IS NULL RETURNING id`,
      [this.kind, this.macs('id', id)],
    );
    if (consumed.length > 0) return;
    await this.endGrant(id);
    throw new errors.InvalidGrant('it has been used before');
  }

  async destroy(id: string): Promise<void> {
    await this.database.query('DELETE FROM identity.payloads WHERE kind = $1 AND id = ANY($2)', [
      this.kind,
      this.macs('id', id),
    ]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.database.query(deletePayloads('kind = $1 AND grant_id = ANY($2)'), [
      this.kind,
      this.macs('grant', grantId),
    ]);
  }

  /**
   * If a code or token is used twice, one of the users is a thief, so both are stopped. Without the grant the whole token
   * family is invalid, including tokens that the other request is receiving.
   */
  private async endGrant(id: string): Promise<void> {
    const { grantId } = (await this.find(id)) ?? {};
    if (grantId === undefined) return;
    await this.database.query(`DELETE FROM identity.payloads WHERE kind = 'Grant' AND id = ANY($1)`, [
      this.macs('id', grantId),
    ]);
  }

  private async payloadBy(name: LookUp, value: string): Promise<AdapterPayload | undefined> {
    const row = await this.rowBy(name, value);
    if (!row) return undefined;
    const text = this.keyring.open(row.payload, payloadSeal(this.kind, row.id)).toString('utf8');
    const payload = JSON.parse(text) as AdapterPayload;
    return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload;
  }

  private async rowBy(name: LookUp, value: string): Promise<PayloadRow | undefined> {
    const {
      rows: [row],
    } = await this.database.query<PayloadRow>(
      `SELECT id, payload, consumed_at FROM identity.payloads
       WHERE kind = $1 AND ${columns[name]} = ANY($2) AND (expires_at IS NULL OR expires_at > now())`,
      [this.kind, this.macs(name, value)],
    );
    return row;
  }

  private macs(name: LookUp, value: string): Buffer[] {
    return this.keyring.macs(`oauth-${name}`, value);
  }

  private optionalMac(name: LookUp, value: string | undefined): Buffer | undefined {
    return value === undefined ? undefined : this.keyring.mac(`oauth-${name}`, value);
  }

  /** The browser of a session, for its owner. The library ignores it. */
  private seenOf(): { readonly userAgent?: string } {
    const userAgent = this.kind === 'Session' ? Provider.ctx?.get('user-agent') : undefined;
    return userAgent ? { userAgent: userAgent.slice(0, longestUserAgent) } : {};
  }
}

const longestUserAgent = 300;

const authenticated = z.object({ progress: z.object({ userId: z.string() }) });

/** The account of a payload. For a sign-in in progress: the authenticated account. */
function accountOf({ accountId, result }: AdapterPayload): string | undefined {
  return accountId ?? authenticated.safeParse(result).data?.progress.userId;
}

type LookUp = keyof typeof columns;

const columns = { id: 'id', grant: 'grant_id', 'user-code': 'user_code', uid: 'uid' } as const;
