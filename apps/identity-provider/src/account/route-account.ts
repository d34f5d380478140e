import { type Keyring } from '@governance/keyring';
import { type Clock } from '@governance/kernel';
import { type Express } from 'express';
import { type LiveProvider } from '../oauth/live-provider';
import { type PageAnswers } from '../pages/page-answers';
import { type PasskeyCeremonies } from '../second-factor/passkey-ceremonies';
import { type KnownBrowsers } from '../sign-in/known-browsers';
import { type PeopleStores } from '../stores/people-stores';
import { AccountAccessRoutes } from './account-access.routes';
import { AccountFactorRoutes } from './account-factor.routes';
import { AccountFactors } from './account-factors';
import { AccountPasskeyRoutes } from './account-passkey.routes';
import { AccountPasskeys } from './account-passkeys';
import { AccountPasswords } from './account-passwords';
import { type AccountSessions } from './account-sessions';
import { AccountRoutes } from './account.routes';
import { RecentSessions } from './recent-sessions';
import { SecondFactorResetRoutes } from './second-factor-reset.routes';

export interface AccountPagesParts {
  readonly live: LiveProvider;
  readonly sessions: AccountSessions;
  readonly people: PeopleStores;
  readonly answers: PageAnswers;
  readonly keyring: Keyring;
  readonly ceremonies: PasskeyCeremonies;
  readonly knownBrowsers: KnownBrowsers;
  readonly clock: Clock;
  /** Whether mail is configured, so that owners are told of changes. */
  readonly tellsOwner: boolean;
}

/** Registers the pages on which users manage their own account. */
export function routeAccount(server: Express, parts: AccountPagesParts): void {
  const { live, people, answers, keyring, ceremonies, knownBrowsers, clock, tellsOwner } = parts;
  const { sessions: all } = parts;
  const passwords = new AccountPasswords(people, tellsOwner);
  const { secondFactorResets: resets } = people;
  new AccountRoutes({
    sessions: all,
    passwords,
    resets,
    ceremonies,
    knownBrowsers,
    answers,
    keyring,
  }).register(server);
  const sessions = new RecentSessions({ sessions: all, answers, keyring });
  const passkeys = new AccountPasskeys(people, ceremonies, tellsOwner);
  new AccountPasskeyRoutes({ sessions, passkeys, answers }).register(server);
  const factors = new AccountFactors({ people, keyring, clock, tellsOwner });
  new AccountFactorRoutes({ sessions, factors, answers }).register(server);
  new SecondFactorResetRoutes({ sessions: all, people, answers, keyring }).register(server);
  new AccountAccessRoutes({ sessions, live, people, answers, tellsOwner }).register(server);
}
