import type * as z from 'zod';
import { SettingsError } from './settings-error';

/** Values by the names of settings, such as the environment. */
export type Variables = Readonly<Record<string, string | undefined>>;
export type SettingsSchema = Readonly<Record<string, z.ZodType>>;
export type Settings<Schema extends SettingsSchema> = {
  readonly [Name in keyof Schema]: z.output<Schema[Name]>;
};

/**
 * Returns one text for each unsafe combination of settings, with names and without values. It receives the settings that
 * are valid by themselves, so that all problems are in one list.
 */
export type Refusals<Schema extends SettingsSchema> = (
  settings: Partial<Settings<Schema>>,
) => readonly string[];

/**
 * Reads, checks and freezes the settings. Only the variables of the schema are read; an empty one counts as absent.
 * Throws `SettingsError` with every problem.
 */
export function readSettings<Schema extends SettingsSchema>(
  schema: Schema,
  env: Variables,
  refusals: Refusals<Schema> = () => [],
): Settings<Schema> {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, fieldOfName] of Object.entries(schema)) {
    const text = env[name];
    const result = fieldOfName.safeParse(text === '' ? undefined : text);
    if (result.success) values[name] = result.data;
    else problems.push(...result.error.issues.map(({ message }) => `${name} ${message}`));
  }
  const settings = values as Partial<Settings<Schema>>;
  problems.push(...refusals(settings));
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.freeze(settings as Settings<Schema>);
}
