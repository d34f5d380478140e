import { isSameUrl, type TokenSource, UserSession, type UserTokens } from '@governance/client';
import { join } from 'node:path';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { withFileLock } from '../files/file-lock';
import { type TokenStore } from './token-store.port';

export interface RefreshedTokensOptions {
  readonly store: TokenStore;
  readonly profile: string;
  /** The surface that the command calls. */
  readonly apiUrl: string;
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

  /** Another command may have refreshed them while this one waited. */
  private async refresh(): Promise<string> {
    const kept = await this.load();
    if (this.isUsable(kept)) return kept.accessToken;
    // The next refresh token is shown once: a store that cannot be written is found before this one is used.
    await this.options.store.save(this.options.profile, kept);
    return this.session({ ...kept, expiresAt: 0 }).token();
  }

  private isUsable({ accessToken, expiresAt }: UserTokens): boolean {
    return accessToken !== this.refused && expiresAt - marginMs > Date.now();
  }

  /** Those of another surface stay here: it could be an attacker's that only wants them. */
  private async load(): Promise<UserTokens> {
    const { store, profile, apiUrl } = this.options;
    const tokens = await store.load(profile);
    if (!tokens) throw new CommandError('You are not signed in: run `governance login`', exitCode.signIn);
    const { resource } = tokens.origin;
    if (!isSameUrl(resource, apiUrl))
      throw new CommandError(
        `You are signed in to ${resource}, not to ${apiUrl}: sign in there with \`governance login --profile NAME\``,
        exitCode.signIn,
      );
    return tokens;
  }

  private session(tokens: UserTokens): UserSession {
    const { store, profile } = this.options;
    return new UserSession({ tokens, onTokens: (next) => store.save(profile, next) });
  }
}
