import { type Attempt } from './attempts.store';

/** The source and target of a guess. The account need not exist. */
export interface Guesser {
  /** The id of the account; if there is none, the address that was typed. */
  readonly account: string;
  /** The client's network (`clientBucket`). */
  readonly network: string;
  /** The id of a browser that has signed in to this account before (`KnownBrowsers`). */
  readonly browser: string | undefined;
}

/**
 * The budgets that a password guess uses. A known browser has only its own budget, which neither strangers nor other
 * clients on its network can exhaust. Narrow budgets come first, so that one network cannot exhaust the account's budget.
 */
export function passwordAttempts({ account, network, browser }: Guesser): Attempt[] {
  if (browser !== undefined) return [{ kind: 'known-browser', of: `${account} ${browser}` }];
  return [
    { kind: 'network', of: network },
    { kind: 'account-network', of: `${account} ${network}` },
    { kind: 'account', of: account },
  ];
}

/** The budgets that a second-factor guess uses. The client has already entered the right password. */
export function factorAttempts({ account, network, browser }: Guesser): Attempt[] {
  if (browser !== undefined) return [{ kind: 'known-browser-factor', of: `${account} ${browser}` }];
  return [
    { kind: 'factor-network', of: `${account} ${network}` },
    { kind: 'factor', of: account },
  ];
}

/**
 * The budgets that a request for a mail with a reset link uses. Strangers who use up those of an account do not keep its owner
 * from a reset: a known browser has its own.
 */
export function resetAttempts({ account, network, browser }: Guesser): Attempt[] {
  if (browser !== undefined) return [{ kind: 'known-browser-reset', of: `${account} ${browser}` }];
  return [
    { kind: 'reset-network', of: network },
    { kind: 'reset-account', of: account },
  ];
}
