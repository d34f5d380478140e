import { type PlatformTypes } from '@governance/client';
import { type DomainRow } from '../domains/domain-view';
import { dayInWords } from '../moments';

type Schemas = PlatformTypes['schemas'];

/** With its settings for users who may change it. */
export type Connection = Schemas['Connection'] & Partial<Schemas['ConfiguredConnection']>;

const kinds: Readonly<Record<string, string>> = {
  database: 'Email and password, with us',
  enterprise: 'Your own provider (OpenID Connect)',
};

/** A line of the list. */
export interface ConnectionRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly isEnabled: boolean;
  readonly state: string;
  /** The domains to whose addresses the sign-in page offers it. */
  readonly domains: readonly DomainRow[];
}

/** Everything that its own page shows. */
export interface ConnectionDetails extends ConnectionRow {
  /** Whether people sign in at a provider of the organization. Such a connection can be tested and removed. */
  readonly isAtProvider: boolean;
  readonly issuer: string | undefined;
  readonly clientId: string | undefined;
  readonly redirectUri: string | undefined;
  readonly secondFactor: SecondFactor;
}

/** What the provider asserts after a second factor. Without a value, nothing that it asserts counts. */
export interface SecondFactor {
  readonly acrValues: readonly string[];
  readonly amrValues: readonly string[];
  readonly isSet: boolean;
  /** Since when it counts; undefined: it does not, until an admin confirms it. */
  readonly confirmedOn: string | undefined;
}

export function isAtProvider({ type }: Pick<Connection, 'type'>): boolean {
  return type === 'enterprise';
}

export function rowOf(connection: Connection, domains: readonly DomainRow[]): ConnectionRow {
  const { id, name, type, enabled } = connection;
  return {
    id,
    name,
    kind: kinds[type] ?? 'Another way to sign in',
    isEnabled: enabled,
    state: enabled ? 'Enabled' : 'Disabled',
    domains: domains.filter(({ connectionId }) => connectionId === id),
  };
}

export function detailsOf(connection: Connection, domains: readonly DomainRow[]): ConnectionDetails {
  const { issuer, client_id: clientId, redirect_uri: redirectUri } = connection;
  return {
    ...rowOf(connection, domains),
    isAtProvider: isAtProvider(connection),
    issuer: issuer ?? undefined,
    clientId: clientId ?? undefined,
    redirectUri: redirectUri ?? undefined,
    secondFactor: secondFactorOf(connection),
  };
}

function secondFactorOf({
  second_factor: factor,
  second_factor_confirmed_at: confirmedAt,
}: Connection): SecondFactor {
  const acrValues = factor?.acr_values ?? [];
  const amrValues = factor?.amr_values ?? [];
  const confirmedOn = confirmedAt ? dayInWords(new Date(confirmedAt)) : undefined;
  return { acrValues, amrValues, isSet: acrValues.length + amrValues.length > 0, confirmedOn };
}
