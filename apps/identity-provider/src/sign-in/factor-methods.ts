import { type OtherMethod } from '../pages/page-views';

/** A way to show the second factor. */
export type FactorMethod = 'passkey' | 'app' | 'recovery-code';

/** The methods that a user can use here, beside recovery codes. */
interface Available {
  readonly app: boolean;
  readonly passkey: boolean;
}

/** The method that the page asks for: the chosen one, if the user has it, otherwise a passkey before the app. */
export function shownMethodOf(
  chosen: Exclude<FactorMethod, 'passkey'> | undefined,
  { app, passkey }: Available,
): FactorMethod {
  if (chosen === 'recovery-code') return chosen;
  if (passkey && !(chosen === 'app' && app)) return 'passkey';
  return app ? 'app' : 'recovery-code';
}

/** Links to the user's other methods. The page without a query shows the first one of `shownMethodOf`. */
export function otherMethods(shown: FactorMethod, { app, passkey }: Available): OtherMethod[] {
  const links: readonly (OtherMethod & { readonly method: FactorMethod; readonly isThere: boolean })[] = [
    { method: 'passkey', isThere: passkey, query: '', words: 'Use your passkey instead' },
    {
      method: 'app',
      isThere: app,
      query: passkey ? '?with=app' : '',
      words: 'Use the authenticator app instead',
    },
    {
      method: 'recovery-code',
      isThere: true,
      query: '?with=recovery-code',
      words: 'Use a recovery code instead',
    },
  ];
  return links
    .filter(({ method, isThere }) => isThere && method !== shown)
    .map(({ query, words }) => ({ query, words }));
}
