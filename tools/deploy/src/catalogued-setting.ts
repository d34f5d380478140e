import { type SettingsSchema } from '@governance/config';
import { z } from 'zod';

/** A setting of a program, as whoever deploys it sees it. */
export interface CataloguedSetting {
  readonly name: string;
  /** It has no default, and its absence means nothing. */
  readonly required: boolean;
  /** What its absence means, as text; undefined when it is required, or when absence is a meaning of its own. */
  readonly fallback: string | undefined;
  /** `value`: its text is a secret, or holds a password. `file`: it names a file that is one. */
  readonly secret: 'value' | 'file' | undefined;
}

const secretValues = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'MANAGEMENT_TOKEN',
  'IDENTITY_MANAGEMENT_TOKEN',
];
const secretFiles = ['KEYRING_FILE', 'ISSUER_KEYS_FILE'];

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
