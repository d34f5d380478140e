import { canonicalAddress, domainOf } from '@governance/deliveries';
import { type UpstreamSecondFactor } from '@governance/iam';
import { type Keyring, type SealContext } from '@governance/keyring';
import { type Database } from '@governance/postgres';

/** An enabled sign-in method of an organization: one of its connections, or the password. */
export interface Way {
  /** Undefined for the password of an organization without connections. */
  readonly id: string | undefined;
  readonly name: string;
  readonly type: 'database' | 'enterprise';
}

/** An enabled connection to the OpenID provider of an organization. */
export interface UpstreamConnection {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The domains that the organization has proven. */
  readonly provenDomains: readonly string[];
  /** What its provider must assert for a second factor; undefined: nothing that it asserts counts. */
  readonly secondFactor: UpstreamSecondFactor | undefined;
  /** Whether the organization requires a second factor at sign-in (spec 5.3.3). */
  readonly requiresFactor: boolean;
}

interface UpstreamRow
  extends Omit<UpstreamConnection, 'clientSecret' | 'secondFactor'>, UpstreamSecondFactor {
  readonly secret: Buffer;
  readonly counts: boolean;
}

/** SQL condition on a connection. An enterprise connection is unusable until its provider is configured. */
export const isOpen = `(connections.enabled AND (connections.type = 'database' OR connections.upstream_issuer IS NOT NULL))`;

/** SQL condition on a connection: what its provider asserts counts as a second factor. */
export const showsFactor =
  '(upstream_factor_confirmed AND cardinality(upstream_acr_values || upstream_amr_values) > 0)';

const passwordOnly: readonly Way[] = [{ id: undefined, name: 'Email and password', type: 'database' }];

export class WaysStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** The enabled sign-in methods of an organization, by name. An organization without any connection uses the password. */
  async of(orgId: string): Promise<readonly Way[]> {
    const { rows } = await this.database.query<Way & { readonly open: boolean }>(
      `SELECT id, name, type, ${isOpen} AS open FROM identity.connections
       WHERE organization_id = $1 ORDER BY name, id`,
      [orgId],
    );
    if (rows.length === 0) return passwordOnly;
    return rows.flatMap(({ open, ...way }) => (open ? [way] : []));
  }

  /** The enabled connection that offers itself to the address, because its organization has proven the domain. */
  async ofAddress(text: string): Promise<Way | undefined> {
    const address = canonicalAddress(text.trim());
    if (address === undefined) return undefined;
    const {
      rows: [way],
    } = await this.database.query<Way>(
      `SELECT connections.id, connections.name, type FROM identity.domains
       JOIN identity.connections ON connections.id = connection_id
         AND connections.organization_id = domains.organization_id
       WHERE domains.name = $1 AND proven_at IS NOT NULL AND type = 'enterprise' AND ${isOpen}`,
      [domainOf(address)],
    );
    return way;
  }

  /** The organization that has proven the domain of a canonical address. */
  async domainOwner(address: string): Promise<string | undefined> {
    const {
      rows: [domain],
    } = await this.database.query<{ organization_id: string }>(
      'SELECT organization_id FROM identity.domains WHERE name = $1 AND proven_at IS NOT NULL',
      [domainOf(address)],
    );
    return domain?.organization_id;
  }

  /** Undefined when the connection does not exist or is not enabled. */
  async upstream(connectionId: string): Promise<UpstreamConnection | undefined> {
    const {
      rows: [row],
    } = await this.database.query<UpstreamRow>(
      `SELECT connections.id, organization_id AS "orgId", connections.name, upstream_issuer AS issuer,
         upstream_client_id AS "clientId", upstream_client_secret AS secret,
         upstream_acr_values AS "acrValues", upstream_amr_values AS "amrValues", ${showsFactor} AS counts, mfa_max_age > 0 AS "requiresFactor",
         ARRAY(SELECT domains.name FROM identity.domains
           WHERE domains.organization_id = connections.organization_id AND proven_at IS NOT NULL) AS "provenDomains"
       FROM identity.connections JOIN identity.organizations ON organizations.id = organization_id
       WHERE connections.id = $1 AND type = 'enterprise' AND ${isOpen}`,
      [connectionId],
    );
    if (!row) return undefined;
    const { secret, acrValues, amrValues, counts, ...connection } = row;
    const clientSecret = this.keyring.open(secret, sealOfSecret(connection.id)).toString('utf8');
    return { ...connection, clientSecret, secondFactor: counts ? { acrValues, amrValues } : undefined };
  }
}

/** Undefined without any value: nothing counts. */
export function upstreamSecondFactorOf(values: UpstreamSecondFactor): UpstreamSecondFactor | undefined {
  return values.acrValues.length + values.amrValues.length > 0 ? values : undefined;
}

export function sealOfSecret(row: string): SealContext {
  return { table: 'identity.connections', column: 'upstream_client_secret', row };
}
