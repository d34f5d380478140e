import type { z } from 'zod';
import { SettingsError } from './settings-error';

/** What a program is given, by the names of settings. */
export type Variables = Readonly<Record<string, string | undefined>>;
export type SettingsSchema = Readonly<Record<string, z.ZodType>>;
export type Settings<Schema extends SettingsSchema> = {
  readonly [Name in keyof Schema]: z.output<Schema[Name]>;
};

/**
 * Names unsafe combinations, one text for each, with variables and without values. It is given the settings that are
 * well-formed by themselves, so that its findings stand in the same list as everything else.
 */
export type Refusals<Schema extends SettingsSchema> = (
  settings: Partial<Settings<Schema>>,
) => readonly string[];

/**
 * The settings, checked and frozen. Only the variables of the schema are read; an empty one counts as absent.
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
