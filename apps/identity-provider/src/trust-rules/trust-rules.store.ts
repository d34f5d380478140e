import { mostTrustRules, type TrustedKeySet, type TrustRefusal, type TrustRule } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { type Database, StatementBatcher } from '@governance/postgres';
import { randomUUID } from 'node:crypto';
import { lockOrganization } from '../organizations/account-admins';

export interface NewTrustRule extends TrustRule {
  readonly name: string;
  readonly permissions: readonly string[];
  /** Undefined: the issuer publishes its keys. */
  readonly keySet: TrustedKeySet | undefined;
}

export interface StoredTrustRule extends NewTrustRule {
  readonly id: string;
  readonly clientId: string;
  readonly createdAt: Date;
}

/** What is shown of a rule. */
export interface ShownTrustRule extends StoredTrustRule {
  readonly lastUsedAt: Date | undefined;
  readonly lastRefusal: TrustRefusal | undefined;
}

/** What the last assertions of a rule got. Only those that the issuer had signed count. */
export interface LastExchange {
  readonly acceptedAt?: Date;
  readonly refusal?: TrustRefusal;
}

/** A rule with what the tokens say of its organization. */
export interface TrustRuleClient extends StoredTrustRule {
  readonly orgId: string;
  readonly orgName: string;
}

type Nullable = 'subject' | 'allowedNetworks' | 'keySet' | 'expiresAt';

type RuleRow = Omit<StoredTrustRule, Nullable> & {
  readonly [Name in Nullable]: Exclude<StoredTrustRule[Name], undefined> | null;
};

type ShownRow = RuleRow & {
  readonly lastUsedAt: Date | null;
  readonly lastRefusedAt: Date | null;
  readonly lastRefusal: string | null;
};

type ClientRow = RuleRow & Pick<TrustRuleClient, 'orgId' | 'orgName'>;

const columns = `trust_rules.id, client_id AS "clientId", trust_rules.name, permissions, preset, issuer, audience, subject, conditions,
  single_use AS "singleUse", allowed_networks AS "allowedNetworks", key_set AS "keySet", expires_at AS "expiresAt",
  trust_rules.created_at AS "createdAt"`;

const shownColumns = `${columns}, last_used_at AS "lastUsedAt", last_refused_at AS "lastRefusedAt", last_refusal AS "lastRefusal"`;

const clients = {
  name: 'select-trust-rule-clients',
  text: `SELECT ${columns}, organization_id AS "orgId", organizations.name AS "orgName"
    FROM identity.trust_rules JOIN identity.organizations ON organizations.id = organization_id
    WHERE client_id = ANY($1)`,
};

/** Locks the rows in one order, so that processes do not block each other. Notes of another process can be later. */
const noteExchanges = {
  name: 'note-trust-rule-exchanges',
  text: `WITH noted AS (
      SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::text[])
        AS noted (client_id, used_at, refused_at, refusal)
    ), locked AS (
      SELECT client_id, last_refused_at AS before FROM identity.trust_rules
      WHERE client_id = ANY($1) ORDER BY client_id FOR NO KEY UPDATE
    )
    UPDATE identity.trust_rules AS rule SET
      last_used_at = greatest(rule.last_used_at, noted.used_at),
      last_refused_at = greatest(before, noted.refused_at),
      last_refusal = CASE WHEN noted.refused_at < before OR noted.refused_at IS NULL
        THEN rule.last_refusal ELSE noted.refusal END
    FROM locked JOIN noted USING (client_id) WHERE rule.client_id = locked.client_id`,
};

export class TrustRulesStore {
  private readonly clients: StatementBatcher<string, TrustRuleClient | undefined>;

  constructor(private readonly database: Pick<Database, 'query' | 'inTransaction'>) {
    this.clients = new StatementBatcher((ids) => this.findClients(ids));
  }

  /** A rule by its client, of any organization. `clientId` is a UUID in lower case. */
  findClient(clientId: string): Promise<TrustRuleClient | undefined> {
    return this.clients.add(clientId);
  }

  /** Sorted by id. */
  async list(orgId: string): Promise<ShownTrustRule[]> {
    const { rows } = await this.database.query<ShownRow>(
      `SELECT ${shownColumns} FROM identity.trust_rules WHERE organization_id = $1 ORDER BY id`,
      [orgId],
    );
    return rows.map((row) => shownOf(row));
  }

  async find(orgId: string, id: string): Promise<ShownTrustRule | undefined> {
    const { rows } = await this.database.query<ShownRow>(
      `SELECT ${shownColumns} FROM identity.trust_rules WHERE organization_id = $1 AND id = $2`,
      [orgId, id],
    );
    return rows[0] && shownOf(rows[0]);
  }

  /**
   * Creates or replaces a rule; a replaced one keeps its client id. Undefined when the organization does not exist. @throws a 409
   * when the organization has the most rules.
   */
  put(orgId: string, id: string, rule: NewTrustRule): Promise<ShownTrustRule | undefined> {
    return this.database.inTransaction(async (query) => {
      await lockOrganization(query, orgId);
      const { rows: others } = await query(
        'SELECT FROM identity.trust_rules WHERE organization_id = $1 AND id <> $2',
        [orgId, id],
      );
      if (others.length >= mostTrustRules) {
        throw new Problem('conflict', 'the organization has reached its limit of trust rules');
      }
      const { rows } = await query<ShownRow>(
        `INSERT INTO identity.trust_rules (organization_id, id, client_id, name, permissions, preset, issuer, audience,
           subject, conditions, single_use, allowed_networks, key_set, expires_at)
         SELECT organizations.id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
         FROM identity.organizations WHERE organizations.id = $1
         ON CONFLICT (organization_id, id) DO UPDATE SET (name, permissions, preset, issuer, audience, subject, conditions,
           single_use, allowed_networks, key_set, expires_at) = ROW (excluded.name, excluded.permissions, excluded.preset,
           excluded.issuer, excluded.audience, excluded.subject, excluded.conditions, excluded.single_use,
           excluded.allowed_networks, excluded.key_set, excluded.expires_at)
         RETURNING ${shownColumns}`,
        [orgId, id, randomUUID(), ...valuesOf(rule)],
      );
      return rows[0] && shownOf(rows[0]);
    });
  }

  /** Deletes the rule if it exists. It gets no further tokens when this resolves. */
  async remove(orgId: string, id: string): Promise<void> {
    await this.database.query('DELETE FROM identity.trust_rules WHERE organization_id = $1 AND id = $2', [
      orgId,
      id,
    ]);
  }

  /** By client id. Notes of rules that were deleted are dropped. */
  async noteExchanges(notes: ReadonlyMap<string, LastExchange>): Promise<void> {
    const last = [...notes.values()];
    await this.database.query(noteExchanges, [
      [...notes.keys()],
      last.map(({ acceptedAt }) => acceptedAt),
      last.map(({ refusal }) => refusal?.at),
      last.map(({ refusal }) => refusal?.condition),
    ]);
  }

  private async findClients(ids: readonly string[]): Promise<(TrustRuleClient | undefined)[]> {
    const { rows } = await this.database.query<ClientRow>(clients, [ids]);
    const found = new Map(rows.map((row) => [row.clientId, clientOf(row)]));
    return ids.map((id) => found.get(id));
  }
}

function valuesOf(rule: NewTrustRule): readonly unknown[] {
  const { name, permissions, preset, issuer, audience, subject, conditions, singleUse } = rule;
  const { allowedNetworks, keySet, expiresAt } = rule;
  return [
    name,
    permissions,
    preset,
    issuer,
    audience,
    subject,
    JSON.stringify(conditions),
    singleUse,
    allowedNetworks,
    keySet && JSON.stringify(keySet),
    expiresAt,
  ];
}

function ruleOf(row: RuleRow): StoredTrustRule {
  const { subject, allowedNetworks, keySet, expiresAt } = row;
  return {
    ...row,
    subject: subject ?? undefined,
    allowedNetworks: allowedNetworks ?? undefined,
    keySet: keySet ?? undefined,
    expiresAt: expiresAt ?? undefined,
  };
}

function shownOf({ lastUsedAt, lastRefusedAt, lastRefusal, ...row }: ShownRow): ShownTrustRule {
  const refusal =
    lastRefusedAt && lastRefusal !== null ? { at: lastRefusedAt, condition: lastRefusal } : undefined;
  return { ...ruleOf(row), lastUsedAt: lastUsedAt ?? undefined, lastRefusal: refusal };
}

function clientOf(row: ClientRow): TrustRuleClient {
  const { orgId, orgName } = row;
  return { ...ruleOf(row), orgId, orgName };
}
