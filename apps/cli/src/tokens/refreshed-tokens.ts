import { type Tokens, type TokenSource, UserSession } from '@governance/client';
import { join } from 'node:path';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { withFileLock } from '../files/file-lock';
import { type TokenStore } from './token-store.port';

export interface RefreshedTokensOptions {
  readonly store: TokenStore;
  readonly profile: string;
  readonly apiUrl: string;
  readonly clientId: string;
  /** For the lock, shared by all commands of the user. */
  readonly folder: string;
}

const marginMs = 30_000;

/**
 * The tokens of the signed-in user. One command at a time refreshes them: using a refresh token twice would end the session,
 * also if two commands run at once.
 */
export class RefreshedTokens implements TokenSource {
  private refused: string | undefined;

  constructor(private readonly options: RefreshedTokensOptions) {}

  async token(): Promise<string> {
    const kept = await this.load();
    if (this.isUsable(kept)) return kept.accessToken;
    const { folder, profile } = this.options;
    return withFileLock(join(folder, 'tokens', `${profile}.lock`), () => this.refresh());
  }

  discard(token: string): void {
    this.refused = token;
  }

  /** Revokes and forgets them. Resolves to false if there are none. */
  async signOut(): Promise<boolean> {
    const { store, profile } = this.options;
    const kept = await store.load(profile);
    if (!kept) return false;
    // Forgotten first: if the provider does not answer, the user is signed out here.
    await store.remove(profile);
    await this.session(kept).signOut();
    return true;
  }

  /** Another command may have refreshed them while this one waited. */
  private async refresh(): Promise<string> {
    const kept = await this.load();
    if (this.isUsable(kept)) return kept.accessToken;
    return this.session({ ...kept, expiresAt: 0 }).token();
  }

  private isUsable({ accessToken, expiresAt }: Tokens): boolean {
    return accessToken !== this.refused && expiresAt - marginMs > Date.now();
  }

  private async load(): Promise<Tokens> {
    const { store, profile } = this.options;
    const tokens = await store.load(profile);
    if (!tokens) throw new CommandError('You are not signed in: run `governance login`', exitCode.signIn);
    return tokens;
  }

  private session(tokens: Tokens): UserSession {
    const { store, profile, apiUrl, clientId } = this.options;
    return new UserSession({
      apiUrl,
      clientId,
      tokens,
      onTokens: (next) => store.save(profile, next),
    });
  }
}
