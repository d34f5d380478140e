import { type SettingsSchema } from '@governance/config';
import * as z from 'zod';

/** A setting of a program, as the operator sees it. */
export interface CataloguedSetting {
  readonly name: string;
  /** It has no default, and its absence has no meaning. */
  readonly required: boolean;
  /** The default, as text; undefined if it is required, or if absence has its own meaning. */
  readonly fallback: string | undefined;
  /** `value`: its text is a secret, or contains a password. `file`: it names a secret file. */
  readonly secret: 'value' | 'file' | undefined;
}

const secretValues = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'MANAGEMENT_TOKEN',
  'IDENTITY_MANAGEMENT_TOKEN',
  'KEYCLOAK_CLIENT_SECRET',
  'CONSOLE_CLIENT_SECRET',
];
const secretFiles = ['KEYRING_FILE', 'ISSUER_KEYS_FILE', 'KEYCLOAK_CLIENT_SECRET_FILE'];

export function settingsOf(schema: SettingsSchema): ReadonlyMap<string, CataloguedSetting> {
  return new Map(Object.entries(schema).map(([name, field]) => [name, settingOf(name, field)]));
}

function settingOf(name: string, field: z.ZodType): CataloguedSetting {
  const withDefault = field instanceof z.ZodDefault;
  return {
    name,
    required: !withDefault && !(field instanceof z.ZodOptional),
    fallback: withDefault ? String(field.def.defaultValue) : undefined,
    secret: secretOf(name),
  };
}

function secretOf(name: string): CataloguedSetting['secret'] {
  if (secretValues.includes(name)) return 'value';
  return secretFiles.includes(name) ? 'file' : undefined;
}
