import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../files/private-file';
import { readTextFile } from '../files/read-text';
import { parseTokens, type StoredTokens } from './stored-tokens';
import { TokenStore } from './token-store.port';

/** A file per profile, for its owner alone. */
export class FileTokenStore extends TokenStore {
  constructor(private readonly folder: string) {
    super();
  }

  load(profile: string): Promise<StoredTokens | undefined> {
    const file = this.fileOf(profile);
    return Promise.resolve(existsSync(file) ? parseTokens(readTextFile(file)) : undefined);
  }

  save(profile: string, tokens: StoredTokens): Promise<void> {
    writePrivateFile(this.fileOf(profile), `${JSON.stringify(tokens)}\n`);
    return Promise.resolve();
  }

  remove(profile: string): Promise<void> {
    rmSync(this.fileOf(profile), { force: true });
    return Promise.resolve();
  }

  private fileOf(profile: string): string {
    return join(this.folder, 'tokens', `${profile}.json`);
  }
}
