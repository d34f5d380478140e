import { type StoredTokens } from './stored-tokens';

/** Keeps the tokens of a sign-in between commands, by the name of a profile. */
export abstract class TokenStore {
  abstract load(profile: string): Promise<StoredTokens | undefined>;
  abstract save(profile: string, tokens: StoredTokens): Promise<void>;
  abstract remove(profile: string): Promise<void>;
}
