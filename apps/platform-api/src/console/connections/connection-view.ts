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

export function isAtProvider({ type }: Pick<Connection, 'type'>): boolean {
  return type === 'enterprise';
}

export type ConnectionRow = ReturnType<typeof rowOf>;

/** A line of the list. */
export function rowOf(connection: Connection, domains: readonly DomainRow[]) {
  const { id, name, type, enabled } = connection;
  return {
    id,
    name,
    kind: kinds[type] ?? 'Another sign-in method',
    isEnabled: enabled,
    state: enabled ? 'Enabled' : 'Disabled',
    // The domains to whose addresses the sign-in page offers it.
    domains: domains.filter(({ connectionId }) => connectionId === id),
  };
}

export type ConnectionDetails = ReturnType<typeof detailsOf>;

/** Everything that its own page shows. */
export function detailsOf(connection: Connection, domains: readonly DomainRow[]) {
  const { issuer, client_id: clientId, redirect_uri: redirectUri } = connection;
  return {
    ...rowOf(connection, domains),
    // Whether people sign in at a provider of the organization. Such a connection can be tested and removed.
    isAtProvider: isAtProvider(connection),
    issuer: issuer ?? undefined,
    clientId: clientId ?? undefined,
    redirectUri: redirectUri ?? undefined,
    secondFactor: secondFactorOf(connection),
  };
}

function secondFactorOf({ second_factor: factor, second_factor_confirmed_at: confirmedAt }: Connection) {
  const acrValues = factor?.acr_values ?? [];
  const amrValues = factor?.amr_values ?? [];
  const confirmedOn = confirmedAt ? dayInWords(new Date(confirmedAt)) : undefined;
  return { acrValues, amrValues, isSet: acrValues.length + amrValues.length > 0, confirmedOn };
}
