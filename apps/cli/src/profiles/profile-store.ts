import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-error';
import { writePrivateFile } from '../files/private-file';
import { readTextFile } from '../files/read-text';

/** One installation of the service, as the last sign-in used it. */
export interface Profile {
  /** Of the platform surface. */
  readonly apiUrl?: string;
  /** Of the public surface. */
  readonly publicUrl?: string;
  /** The one that the last sign-in asked for. */
  readonly organization?: string | undefined;
}

type Profiles = Readonly<Record<string, Profile>>;

/** The named profiles of a user, in a file of their own. */
export class ProfileStore {
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'config.json');
  }

  load(name: string): Profile {
    return this.all()[name] ?? {};
  }

  /** Replaces these members of the profile; undefined removes one. */
  save(name: string, profile: Profile): void {
    const profiles = this.all();
    const next = { ...profiles, [name]: { ...profiles[name], ...profile } };
    writePrivateFile(this.file, `${JSON.stringify({ profiles: next }, null, 2)}\n`);
  }

  private all(): Profiles {
    if (!existsSync(this.file)) return {};
    try {
      const content = JSON.parse(readTextFile(this.file)) as { readonly profiles?: Profiles };
      return content.profiles ?? {};
    } catch (error) {
      throw new CommandError(`${this.file} cannot be read: ${error instanceof Error ? error.message : ''}`);
    }
  }
}

/** @throws CommandError for a name that cannot be part of a file name. */
export function checkedProfileName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) return name;
  throw new CommandError(
    `--profile: 1 to 64 letters, digits, dashes and underscores, not ${JSON.stringify(name)}`,
  );
}
