import { CommandError } from '../command-error';
import { type StoredTokens } from './stored-tokens';
import { TokenStore } from './token-store.port';

/** Where tokens must be; undefined: in the keyring if there is one, else in a file. */
export type TokenPlace = 'file' | 'keyring' | undefined;

/** @throws CommandError for another value. */
export function checkedTokenPlace(place: string | undefined): TokenPlace {
  if (place === undefined || place === 'file' || place === 'keyring') return place;
  throw new CommandError(`GOVERNANCE_TOKEN_STORE: file or keyring, not ${JSON.stringify(place)}`);
}

export interface SelectedTokenStoreOptions {
  readonly place: TokenPlace;
  readonly file: TokenStore;
  readonly keyring: TokenStore;
}

/** Keeps the tokens of a profile in one of two places, and deletes them from the other one when it saves. */
export class SelectedTokenStore extends TokenStore {
  constructor(private readonly options: SelectedTokenStoreOptions) {
    super();
  }

  async load(profile: string): Promise<StoredTokens | undefined> {
    const { place, file, keyring } = this.options;
    if (place === 'file') return file.load(profile);
    if (place === 'keyring') return keyring.load(profile).catch(unusable);
    const [inKeyring, inFile] = [await keyring.load(profile).catch(none), await file.load(profile)];
    // A keyring that refuses a deletion leaves old tokens behind. Using their refresh token would end the session.
    return inKeyring && inFile && inFile.expiresAt > inKeyring.expiresAt ? inFile : (inKeyring ?? inFile);
  }

  async save(profile: string, tokens: StoredTokens): Promise<void> {
    const { file, keyring } = this.options;
    if (await this.savedInKeyring(profile, tokens)) {
      await file.remove(profile);
      return;
    }
    await file.save(profile, tokens);
    await keyring.remove(profile).catch(none);
  }

  async remove(profile: string): Promise<void> {
    const { file, keyring } = this.options;
    await file.remove(profile);
    await keyring.remove(profile).catch(none);
  }

  private async savedInKeyring(profile: string, tokens: StoredTokens): Promise<boolean> {
    const { place, keyring } = this.options;
    if (place === 'file') return false;
    const saved = keyring.save(profile, tokens).then(() => true);
    return saved.catch(place === 'keyring' ? unusable : () => false);
  }
}

const none = (): undefined => undefined;

function unusable(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new CommandError(
    `The keyring of this system cannot be used: ${reason}. Set GOVERNANCE_TOKEN_STORE to file to keep tokens in a file`,
  );
}
