import {
  type ActiveCredential,
  type CredentialElsewhere,
  type Intent,
  SystemCredentials,
  type SystemReason,
  type TagOwner,
} from '@governance/iam';
import { isUuid } from '@governance/kernel';
import { type Database, type RunStatement } from '@governance/postgres';
import { inSystemScope } from '../access/scoped-transactions';
import { credentialIssuer, type CredentialState } from './credential-row';
import { intentColumns, intentOf, type IntentRow } from './intent-row';

/** The function sets the scope (`guard`) itself, so that the guard needs no transaction. */
const findActive = {
  name: 'find-active-machine',
  text: `SELECT machine_id, is_rule, ends_at, used_at, networks FROM find_active_machine($1, $2, $3, $4)`,
};

interface FoundRow {
  readonly machine_id: string;
  readonly is_rule: boolean;
  readonly ends_at: Date | null;
  readonly used_at: Date | null;
  readonly networks: readonly string[] | null;
}

/** Sets the scope `last-used` itself, like `findActive`. */
const noteUses = {
  name: 'note-credential-uses',
  text: `SELECT note_credential_uses($1::uuid[], $2::timestamptz[])`,
};

/** `SKIP LOCKED` lets reconcilers pass each other; the new lease takes the change from its previous holder. */
const claimUnfinished = {
  name: 'claim-unfinished',
  text: `
    UPDATE credential_intents AS intent SET lease = gen_random_uuid(), lease_until = $2
    FROM m2m_credentials AS credential
    WHERE credential.id = credential_id AND credential_id = (
      SELECT credential_id FROM credential_intents WHERE lease_until <= $1
      ORDER BY lease_until FOR UPDATE SKIP LOCKED LIMIT 1)
    RETURNING ${intentColumns}`,
};

const selectOwners = {
  name: 'select-owners',
  text: `
    SELECT id, client_id, ${credentialIssuer} AS issuer FROM m2m_credentials
    WHERE id = ANY($1) AND (state <> 'revoked' OR EXISTS (
      SELECT FROM credential_intents WHERE credential_id = m2m_credentials.id))`,
};

/** A row without an issuer that can be known is left out: it belongs to no former provider. */
const selectElsewhere = {
  name: 'select-credentials-elsewhere',
  text: `
    SELECT id, org_id, state, client_id, ${credentialIssuer} AS issuer FROM m2m_credentials
    WHERE ${credentialIssuer} <> $1 AND ($2::uuid IS NULL OR id > $2)
    ORDER BY id LIMIT $3`,
};

interface ElsewhereRow {
  readonly id: string;
  readonly org_id: string;
  readonly state: CredentialState;
  readonly client_id: string | null;
  readonly issuer: string;
}

interface OwnerRow {
  readonly id: string;
  readonly client_id: string | null;
  readonly issuer: string | null;
}

/** Cross-organization access, in a scope that the database checks. */
export class PostgresSystemCredentials extends SystemCredentials {
  constructor(
    private readonly database: Database,
    private readonly reason: SystemReason,
  ) {
    super();
  }

  async findActive({
    issuer,
    clientId,
    orgId,
    now,
  }: {
    readonly issuer: string;
    readonly clientId: string;
    readonly orgId: string;
    readonly now: Date;
  }): Promise<ActiveCredential | undefined> {
    this.check('guard');
    const { rows } = await this.database.query<FoundRow>(findActive, [issuer, clientId, orgId, now]);
    const [row] = rows;
    return (
      row && {
        id: row.machine_id,
        orgId,
        isTrustRule: row.is_rule,
        expiresAt: row.ends_at ?? undefined,
        lastUsedAt: row.used_at ?? undefined,
        allowedNetworks: row.networks ?? undefined,
      }
    );
  }

  async touchLastUsed(uses: ReadonlyMap<string, Date>): Promise<void> {
    this.check('last-used');
    if (uses.size === 0) return;
    await this.database.query(noteUses, [[...uses.keys()], [...uses.values()]]);
  }

  async claimUnfinished(at: { readonly now: Date; readonly leaseUntil: Date }): Promise<Intent | undefined> {
    const { rows } = await this.within('reconciler', (query) =>
      query<IntentRow>(claimUnfinished, [at.now, at.leaseUntil]),
    );
    return rows[0] && intentOf(rows[0]);
  }

  async ownersOf(tags: readonly string[]): Promise<readonly TagOwner[]> {
    // A client made by hand may have any tag; it has no owner.
    const { rows } = await this.within('reconciler', (query) =>
      query<OwnerRow>(selectOwners, [tags.filter(isUuid)]),
    );
    return rows.map(({ id, client_id, issuer }) => ({
      credentialId: id,
      clientId: client_id ?? undefined,
      issuer: issuer ?? '',
    }));
  }

  async leftElsewhere({
    issuer,
    after,
    limit,
  }: {
    readonly issuer: string;
    readonly after: string | undefined;
    readonly limit: number;
  }): Promise<readonly CredentialElsewhere[]> {
    const { rows } = await this.within('reconciler', (query) =>
      query<ElsewhereRow>(selectElsewhere, [issuer, after, limit]),
    );
    return rows.map((row) => ({
      id: row.id,
      orgId: row.org_id,
      issuer: row.issuer,
      state: row.state,
      clientId: row.client_id ?? undefined,
    }));
  }

  private within<Result>(
    reason: SystemReason,
    work: (query: RunStatement) => Promise<Result>,
  ): Promise<Result> {
    this.check(reason);
    return inSystemScope(this.database, reason, work);
  }

  /** With another reason the database would silently return no rows. */
  private check(reason: SystemReason): void {
    if (this.reason !== reason) throw new TypeError(`not permitted in the scope ${this.reason}: ${reason}`);
  }
}
