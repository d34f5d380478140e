import { isSameUrl, type TokenSource, UserSession, type Variables } from '@governance/client';
import { join } from 'node:path';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { withFileLock } from '../files/file-lock';
import { type StoredTokens } from './stored-tokens';
import { type TokenStore } from './token-store.port';
import { assertionsAt, workloadTokens } from './workload-tokens';

export interface RefreshedTokensOptions {
  readonly store: TokenStore;
  readonly profile: string;
  /** The surface that the command calls. */
  readonly apiUrl: string;
  /** For the lock, shared by all commands of the user. */
  readonly folder: string;
  /** Those by which a workload finds its platform. */
  readonly variables: Variables;
}

const marginMs = 30_000;

/**
 * The tokens of the signed-in user or workload. One command at a time refreshes them: using a refresh token twice would end the session,
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
    return this.session(kept).token();
  }

  private isUsable({ accessToken, expiresAt }: StoredTokens): boolean {
    return accessToken !== this.refused && expiresAt - marginMs > Date.now();
  }

  /** Those of another surface stay here: it could be an attacker's that only wants them. */
  private async load(): Promise<StoredTokens> {
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

  /** A session that has to get another token. */
  private session({ workload: place, ...kept }: StoredTokens): TokenSource {
    const { store, profile, variables } = this.options;
    if (!place) {
      const tokens = { ...kept, expiresAt: 0 };
      return new UserSession({ tokens, onTokens: (next) => store.save(profile, next) });
    }
    const { resource: apiUrl, clientId } = kept.origin;
    const { assertions } = assertionsAt(place, variables);
    return workloadTokens({ apiUrl, clientId, place, assertions, store, profile });
  }
}
