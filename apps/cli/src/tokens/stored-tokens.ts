import { type UserTokens } from '@governance/client';

/** The text of stored tokens; undefined if it is none of ours, or does not say where the tokens came from. */
export function parseTokens(text: string): UserTokens | undefined {
  try {
    const value = JSON.parse(text) as Partial<UserTokens> | null;
    const { resource, issuer, clientId, tokenEndpoint } = value?.origin ?? {};
    const texts = [value?.accessToken, resource, issuer, clientId, tokenEndpoint];
    const isOurs =
      texts.every((member) => typeof member === 'string') && typeof value?.expiresAt === 'number';
    return isOurs ? (value as UserTokens) : undefined;
  } catch {
    return undefined;
  }
}
