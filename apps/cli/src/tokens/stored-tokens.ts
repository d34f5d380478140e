import { type Tokens } from '@governance/client';

/** The text of stored tokens; undefined if it is none of ours. */
export function parseTokens(text: string): Tokens | undefined {
  try {
    const value = JSON.parse(text) as Partial<Tokens> | null;
    return typeof value?.accessToken === 'string' && typeof value.expiresAt === 'number'
      ? (value as Tokens)
      : undefined;
  } catch {
    return undefined;
  }
}
