import { identity1763800000000 } from './1763800000000-identity';
import { peopleSignIn1763900000000 } from './1763900000000-people-sign-in';
import { invitations1764000000000 } from './1764000000000-invitations';
import { enterpriseConnections1764200000000 } from './1764200000000-enterprise-connections';
import { accountsOfConnections1764420000000 } from './1764420000000-accounts-of-connections';
import { signInBudgets1764430000000 } from './1764430000000-sign-in-budgets';
import { type Migration } from './migration';

/** In the order in which they are applied. A migration that has landed never changes. */
export const migrations: readonly Migration[] = [
  identity1763800000000,
  peopleSignIn1763900000000,
  invitations1764000000000,
  enterpriseConnections1764200000000,
  accountsOfConnections1764420000000,
  signInBudgets1764430000000,
];
