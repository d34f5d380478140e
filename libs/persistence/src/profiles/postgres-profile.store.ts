import {
  emptyProfile,
  type Profile,
  type ProfileChange,
  type ProfileKey,
  ProfileStore,
  type ProfileUpdate,
} from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { type Database, type RunStatement } from '@governance/postgres';
import { inOrganization, inSystemScope } from '../access/scoped-transactions';
import { type SealedColumn, type SealedPlace } from '../sealed-columns';

const columns = 'display_name, phone_number, marketing_opt_in, updated_at';

const selectProfile = {
  name: 'select-profile',
  text: `SELECT ${columns} FROM profiles WHERE issuer = $1 AND subject = $2`,
};

/** One statement, so that concurrent changes all hold: absent members ($4, $6 false) keep their current value. */
const upsertProfile = {
  name: 'upsert-profile',
  text: `
    INSERT INTO profiles AS kept (issuer, subject, display_name, phone_number, marketing_opt_in, updated_at)
    VALUES ($1, $2, $3, $5, coalesce($7, false), $8)
    ON CONFLICT (issuer, subject) DO UPDATE SET
      display_name = CASE WHEN $4 THEN excluded.display_name ELSE kept.display_name END,
      phone_number = CASE WHEN $6 THEN excluded.phone_number ELSE kept.phone_number END,
      marketing_opt_in = coalesce($7, kept.marketing_opt_in),
      updated_at = greatest(kept.updated_at, excluded.updated_at)
    RETURNING ${columns}`,
};

const appendUpdate = {
  name: 'append-profile-update',
  text: insertAuditRow({
    context: '$1::jsonb',
    at: '$2::timestamptz',
    orgId: '$3::text',
    target: `$1::jsonb ->> 'target'`,
    outcome: 'done',
  }),
};

interface ProfileRow {
  readonly display_name: Buffer | null;
  readonly phone_number: Buffer | null;
  readonly marketing_opt_in: boolean;
  readonly updated_at: Date;
}

/** Profiles in PostgreSQL. Personal data is sealed before it leaves the process. */
export class PostgresProfileStore extends ProfileStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async find(key: ProfileKey): Promise<Profile> {
    const { rows } = await this.database.query<ProfileRow>(selectProfile, [key.issuer, key.subject]);
    return rows[0] === undefined ? emptyProfile : this.profileOf(rows[0], key);
  }

  async update(key: ProfileKey, { change, now, audit }: ProfileUpdate): Promise<Profile> {
    if (Object.values(change).every((value) => value === undefined)) return this.find(key);
    const work = async (query: RunStatement): Promise<Profile> => {
      const { rows } = await query<ProfileRow>(upsertProfile, this.valuesOf(key, change, now));
      await query(appendUpdate, [auditJson(audit), now, audit.orgId]);
      const [row] = rows;
      if (row === undefined) throw new Error('an upsert returns its row');
      return this.profileOf(row, key);
    };
    return audit.orgId === undefined
      ? inSystemScope(this.database, 'audit', work)
      : inOrganization(this.database, audit.orgId, work);
  }

  /** The parameters of `upsertProfile`. */
  private valuesOf(key: ProfileKey, change: ProfileChange, now: Date): unknown[] {
    const { displayName, phoneNumber, marketingOptIn } = change;
    return [
      key.issuer,
      key.subject,
      this.seal(displayName, key, 'display_name'),
      displayName !== undefined,
      this.seal(phoneNumber, key, 'phone_number'),
      phoneNumber !== undefined,
      marketingOptIn,
      now,
    ];
  }

  private seal(
    text: string | null | undefined,
    key: ProfileKey,
    column: SealedColumn<'profiles'>,
  ): Buffer | null {
    return text === undefined || text === null ? null : this.keyring.seal(text, placeOf(key, column));
  }

  private profileOf(row: ProfileRow, key: ProfileKey): Profile {
    const open = (column: SealedColumn<'profiles'>): string | undefined => {
      const sealed = row[column];
      return sealed === null ? undefined : this.keyring.open(sealed, placeOf(key, column)).toString('utf8');
    };
    return {
      displayName: open('display_name'),
      phoneNumber: open('phone_number'),
      marketingOptIn: row.marketing_opt_in,
      updatedAt: row.updated_at,
    };
  }
}

/** A sealed value belongs to its user: in another row it does not open. */
function placeOf({ issuer, subject }: ProfileKey, column: SealedColumn<'profiles'>): SealedPlace<'profiles'> {
  return { table: 'profiles', column, row: JSON.stringify([issuer, subject]) };
}
