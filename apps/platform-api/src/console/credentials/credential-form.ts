import { type PlatformTypes } from '@governance/client';
import { checkAllowedNetworks, checkDescription } from '@governance/iam';
import { checkName, isSameName } from '@governance/kernel';
import { brokenRules, type FieldError, type FormFields } from '../form-fields';
import { FormRefused } from '../form-problem';

type Schemas = PlatformTypes['schemas'];
type Creation = Schemas['CreateCredential'];
type Rotation = Schemas['RotateCredential'];

export const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '0', label: 'Never' },
] as const;

const atOnce = {
  value: '0',
  label: 'At once',
  about: 'A program that still uses it fails until it has the new one.',
};

export const overlaps = [
  { value: '3600', label: 'After one hour' },
  { value: '86400', label: 'After one day' },
  { value: '604800', label: 'After seven days' },
  atOnce,
] as const;

const ownKey = {
  value: 'public_key',
  label: 'With your own key, whose public part you enter here',
} as const;

/** The only way to authenticate where the organization allows no secrets. */
export const onlyOwnKey = [ownKey];

/** The choices of `permissions` and of `service_identity_id` are those of the person. */
export const creationFields = {
  name: {
    label: 'Name',
    hint: 'What uses it, such as “Nightly report”.',
    maxLength: 100,
    check: (value: string) => checkName('name', value),
  },
  description: { label: 'Note', isOptional: true, maxLength: 200, check: checkDescription },
  service_identity_id: {
    label: 'Acts as',
    hint: 'An existing service identity keeps what it may do. What you choose below is for a new one.',
    type: 'select',
  },
  permissions: {
    label: 'What it may do',
    hint: 'Choose as little as it needs. This cannot be changed later.',
    type: 'checkbox',
  },
  type: {
    label: 'How it authenticates',
    type: 'radio',
    choices: [{ value: 'client_secret', label: 'With a secret that we generate' }, ownKey],
  },
  public_key: {
    label: 'Public key, only for your own key',
    hint: 'It begins with -----BEGIN PUBLIC KEY-----.',
    type: 'textarea',
    isOptional: true,
    maxLength: 20_000,
  },
  valid_days: {
    label: 'Expires after',
    type: 'select',
    members: ['valid_for_days', 'secret_valid_for_days'],
    choices: lifetimes,
  },
  allowed_networks: {
    label: 'Allowed networks',
    hint: 'One network in each line, such as 192.0.2.0/24. If empty, it works from every network.',
    type: 'textarea',
    isOptional: true,
    maxLength: 4_000,
    check: (value: string) => checkAllowedNetworks(networksIn(value)),
    words: {
      'must be a CIDR block without host bits, not /0':
        'Enter one network in each line, such as 192.0.2.0/24.',
    },
  },
} satisfies FormFields;

/** Whether new credentials can have a secret. */
export const secretRuleFields = {
  client_secrets: {
    label: 'New credentials with a secret',
    type: 'radio',
    choices: [
      { value: 'allowed', label: 'Allowed' },
      {
        value: 'forbidden',
        label: 'Not allowed',
        about: 'Pipelines and pods use trust rules, and other programs a key of their own.',
      },
    ],
  },
} satisfies FormFields;

export const renameFields = {
  name: { label: 'Name', maxLength: 100, check: creationFields.name.check },
  description: creationFields.description,
} satisfies FormFields;

/** Where the provider accepts one secret at a time, a rotation is always at once. */
export function rotationFields(
  { name, isKey }: { readonly name: string; readonly isKey: boolean },
  canOverlap: boolean,
) {
  const confirm = `ype the name to confirm: ${name}`;
  return {
    new_public_key: { label: 'New public key', type: 'textarea', maxLength: 20_000 },
    overlap: {
      label: `When the current ${isKey ? 'key' : 'secret'} stops working`,
      type: 'radio',
      choices: overlaps,
    },
    typed_name: canOverlap
      ? { label: `For “At once”, t${confirm}`, isOptional: true as const }
      : { label: `T${confirm}` },
    valid_days: {
      label: 'The new one expires after',
      type: 'select',
      members: creationFields.valid_days.members,
      choices: [{ value: '', label: 'The same time as before' }, ...lifetimes],
    },
  } satisfies FormFields;
}

const text = (form: URLSearchParams, name: string): string => (form.get(name) ?? '').trim();

/** The creation that a form asks for. What the API refuses, it refuses. */
export function creationOf(form: URLSearchParams): Creation {
  const type = text(form, 'type') as Creation['type'];
  const serviceIdentity = text(form, 'service_identity_id');
  const networks = networksIn(text(form, 'allowed_networks'));
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

/** The API would choose for the person: a new identity that nothing was chosen for could read. @throws FormRefused */
export function checkCreationForm(form: URLSearchParams): void {
  const missing = missingPermissions(form);
  if (!missing) return;
  const errors = [...brokenRules(creationFields, form), missing];
  throw new FormRefused({ status: 400, text: missing.text, errors });
}

/** Undefined if permissions were chosen, or an identity that has them. */
export function missingPermissions(form: URLSearchParams): FieldError | undefined {
  if (text(form, 'service_identity_id') !== '' || form.has('permissions')) return undefined;
  return { field: 'permissions', text: 'Choose what it may do.' };
}

/** Nothing is chosen for the person, and at once is confirmed. @throws FormRefused */
export function checkRotationForm(form: URLSearchParams, { name }: { readonly name: string }): void {
  const overlap = text(form, 'overlap');
  if (!overlaps.some(({ value }) => value === overlap))
    throw FormRefused.at('overlap', 'Choose when the current one stops working.');
  if (overlap === atOnce.value && !isSameName(text(form, 'typed_name'), name))
    throw FormRefused.at('typed_name', 'This is not the name of the credential. Nothing was rotated.', 422);
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
export function networksIn(value: string): string[] {
  return value.split(/\s+/).filter((line) => line !== '');
}

function numberIn(form: URLSearchParams, name: string): number | undefined {
  const value = text(form, name);
  return value === '' ? undefined : Number(value);
}
