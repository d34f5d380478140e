import { type UserTokens } from '@governance/client';

/** Keeps the tokens of a signed-in user between commands, by the name of a profile. */
export abstract class TokenStore {
  abstract load(profile: string): Promise<UserTokens | undefined>;
  abstract save(profile: string, tokens: UserTokens): Promise<void>;
  abstract remove(profile: string): Promise<void>;
}
