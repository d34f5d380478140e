import { type OpenKeyringEntry } from './keyring';
import { parseTokens, type StoredTokens } from './stored-tokens';
import { TokenStore } from './token-store.port';

/** An entry of the system's keyring for each profile. Every method rejects if the keyring cannot be used. */
export class KeyringTokenStore extends TokenStore {
  /** `folder` is that of the profiles: two of them never share an entry. */
  constructor(
    private readonly folder: string,
    private readonly open: OpenKeyringEntry,
  ) {
    super();
  }

  async load(profile: string): Promise<StoredTokens | undefined> {
    const entry = await this.open(this.accountOf(profile));
    const text = await entry.getPassword();
    return typeof text === 'string' ? parseTokens(text) : undefined;
  }

  async save(profile: string, tokens: StoredTokens): Promise<void> {
    const text = JSON.stringify(tokens);
    const entry = await this.open(this.accountOf(profile));
    await entry.setPassword(text);
    // Some keyrings accept an entry and do not keep it, such as a locked or a temporary one.
    if ((await entry.getPassword()) !== text) throw new Error('the keyring does not keep entries');
  }

  async remove(profile: string): Promise<void> {
    const entry = await this.open(this.accountOf(profile));
    await entry.deletePassword();
  }

  private accountOf(profile: string): string {
    return `${profile} ${this.folder}`;
  }
}
