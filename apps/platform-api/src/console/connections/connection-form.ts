import { type PlatformTypes } from '@governance/client';
import { type ConnectionDetails } from './connection-view';

type Schemas = PlatformTypes['schemas'];
type Creation = Schemas['CreateConnection'];
type Update = Schemas['UpdateConnection'];

const text = (form: URLSearchParams, name: string): string => (form.get(name) ?? '').trim();

/** The connection that a form asks for. What the API refuses, it refuses. */
export function creationOf(form: URLSearchParams): Creation {
  const factor = factorIn(form);
  return {
    name: text(form, 'name'),
    issuer: text(form, 'issuer'),
    client_id: text(form, 'client_id'),
    client_secret: text(form, 'client_secret'),
    enabled: form.get('enabled') === 'yes',
    ...(factor && { second_factor: factor }),
  };
}

/** Only what differs or confirms, so that the audit events name what a person has changed. */
export function changesOf(form: URLSearchParams, current: ConnectionDetails): Update {
  const name = text(form, 'name');
  const secret = text(form, 'client_secret');
  return {
    ...(name !== current.name && { name }),
    ...(secret !== '' && { client_secret: secret }),
    ...(current.isAtProvider && factorChange(form, current.secondFactor)),
  };
}

/** The values of a connection, for the form that changes it. Never the secret. */
export function valuesOfConnection({ name, secondFactor }: ConnectionDetails) {
  const lines = (values: readonly string[]): string => values.join('\n');
  const { acrValues, amrValues } = secondFactor;
  return { name, acr_values: lines(acrValues), amr_values: lines(amrValues) };
}

function factorChange(
  form: URLSearchParams,
  current: ConnectionDetails['secondFactor'],
): Pick<Update, 'second_factor'> {
  const wanted = factorIn(form);
  // ADR 29: an admin confirms a setting by making it again.
  if (wanted && current.confirmedOn === undefined) return { second_factor: wanted };
  const isSame =
    isSameList(wanted?.acr_values ?? [], current.acrValues) &&
    isSameList(wanted?.amr_values ?? [], current.amrValues);
  return isSame ? {} : { second_factor: wanted ?? null };
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Undefined without a value. */
function factorIn(form: URLSearchParams): { acr_values: string[]; amr_values: string[] } | undefined {
  const factor = { acr_values: listIn(form, 'acr_values'), amr_values: listIn(form, 'amr_values') };
  return factor.acr_values.length + factor.amr_values.length > 0 ? factor : undefined;
}

/** One value a line. */
function listIn(form: URLSearchParams, name: string): string[] {
  return text(form, name)
    .split(/\s+/)
    .filter((value) => value !== '');
}
