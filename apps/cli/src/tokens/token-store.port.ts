import { type Tokens } from '@governance/client';

/** Keeps the tokens of a signed-in user between commands, by the name of a profile. */
export abstract class TokenStore {
  abstract load(profile: string): Promise<Tokens | undefined>;
  abstract save(profile: string, tokens: Tokens): Promise<void>;
  abstract remove(profile: string): Promise<void>;
}
