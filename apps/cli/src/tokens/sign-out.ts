import { UserSession, type UserTokens } from '@governance/client';
import { CommandError } from '../command-error';
import { explain } from '../explain';
import { type TokenStore } from './token-store.port';

/**
 * Forgets the tokens of a profile and revokes them where they came from. Resolves to the surface; undefined if there were none.
 * @throws CommandError if either fails.
 */
export async function signOut(store: TokenStore, profile: string): Promise<string | undefined> {
  const kept = await store.load(profile);
  // Forgotten first: if the provider does not answer, the user is signed out here.
  await store.remove(profile);
  if (!kept) return undefined;
  if (await store.load(profile)) throw new CommandError('The tokens cannot be deleted from the keyring');
  await revoke(kept);
  return kept.origin.resource;
}

async function revoke(tokens: UserTokens): Promise<void> {
  try {
    await new UserSession({ tokens }).signOut();
  } catch (error) {
    const { message, code } = explain(error);
    const { issuer } = tokens.origin;
    throw new CommandError(
      `The tokens are deleted here, but ${issuer} has not revoked them: ${message}`,
      code,
    );
  }
}
