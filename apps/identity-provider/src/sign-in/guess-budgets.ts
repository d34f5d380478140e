import { type Attempt } from './attempts.store';

/** Who guesses at an account, whether there is such an account or not. */
export interface Guesser {
  /** The id of the account; where there is none, the address that was typed. */
  readonly account: string;
  /** The client's network (`clientBucket`). */
  readonly network: string;
  /** Of a browser that has signed in to this account before (`KnownBrowsers`): its id. */
  readonly browser: string | undefined;
}

/**
 * What a guess at a password counts for. A known browser counts for itself alone: no stranger can use up what it has, and
 * neither can the neighbours on its network. The narrow budgets come first, so that one network cannot use up the account's.
 */
export function passwordAttempts({ account, network, browser }: Guesser): Attempt[] {
  if (browser !== undefined) return [{ kind: 'known-browser', of: `${account} ${browser}` }];
  return [
    { kind: 'network', of: network },
    { kind: 'account-network', of: `${account} ${network}` },
    { kind: 'account', of: account },
  ];
}

/** What a guess at a second factor counts for. Who gets that far has shown the password. */
export function factorAttempts({ account, network, browser }: Guesser): Attempt[] {
  if (browser !== undefined) return [{ kind: 'known-browser-factor', of: `${account} ${browser}` }];
  return [
    { kind: 'factor-network', of: `${account} ${network}` },
    { kind: 'factor', of: account },
  ];
}
