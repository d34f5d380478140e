import { type PlatformTypes } from '@governance/client';

type Schemas = PlatformTypes['schemas'];
type Creation = Schemas['CreateCredential'];
type Rotation = Schemas['RotateCredential'];

export const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '0', label: 'It does not end' },
] as const;

export const overlaps = [
  { value: '0', label: 'At once' },
  { value: '3600', label: 'After one hour' },
  { value: '86400', label: 'After one day' },
  { value: '604800', label: 'After seven days' },
] as const;

const text = (form: URLSearchParams, name: string): string => (form.get(name) ?? '').trim();

/** The creation that a form asks for. What the API refuses, it refuses. */
export function creationOf(form: URLSearchParams): Creation {
  const type = text(form, 'type') as Creation['type'];
  const serviceIdentity = text(form, 'service_identity_id');
  const networks = networksIn(form);
  const description = text(form, 'description');
  return {
    name: text(form, 'name'),
    type,
    ...(description !== '' && { description }),
    ...(serviceIdentity === ''
      ? { permissions: form.getAll('permissions') as NonNullable<Creation['permissions']> }
      : { service_identity_id: serviceIdentity }),
    ...(networks.length > 0 && { allowed_networks: networks }),
    ...(type === 'public_key' && { public_key: text(form, 'public_key') }),
    ...lifetimeOf(form, type === 'public_key'),
  };
}

/** The rotation that a form asks for. */
export function rotationOf(form: URLSearchParams, isKey: boolean): Rotation {
  return {
    overlap_seconds: numberIn(form, 'overlap') ?? 0,
    ...(isKey && { new_public_key: text(form, 'new_public_key') }),
    ...lifetimeOf(form, isKey),
  };
}

/** The values of a form, for the page that shows it again. */
export function valuesOf(form: URLSearchParams) {
  const chosen = new Set(form.getAll('permissions'));
  const lifetime = form.get('valid_days') ?? '365';
  return {
    name: form.get('name') ?? '',
    description: form.get('description') ?? '',
    isKey: form.get('type') === 'public_key',
    publicKey: form.get('public_key') ?? '',
    networks: form.get('allowed_networks') ?? '',
    serviceIdentityId: form.get('service_identity_id') ?? '',
    permissions: chosen,
    lifetimes: lifetimes.map((each) => ({ ...each, isChosen: each.value === lifetime })),
  };
}

function lifetimeOf(
  form: URLSearchParams,
  isKey: boolean,
): Pick<Creation, 'valid_for_days' | 'secret_valid_for_days'> {
  const days = numberIn(form, 'valid_days');
  if (days === undefined) return {};
  return isKey ? { valid_for_days: days } : { secret_valid_for_days: days };
}

/** One network a line. */
function networksIn(form: URLSearchParams): string[] {
  return text(form, 'allowed_networks')
    .split(/\s+/)
    .filter((network) => network !== '');
}

function numberIn(form: URLSearchParams, name: string): number | undefined {
  const value = text(form, name);
  return value === '' ? undefined : Number(value);
}
