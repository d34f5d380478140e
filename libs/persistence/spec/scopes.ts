import { type SystemScope } from '../src/access/scoped-transactions';

/** Every scope that crosses organizations, but that of an operator by hand. */
export const scopes: readonly SystemScope[] = [
  'guard',
  'last-used',
  'reconciler',
  'housekeeping',
  'audit',
  'audit-tree',
  'audit-signing',
  'erasure',
  'expiry-mail',
  'invitation-mail',
  'campaign-mail',
  'client-results',
];
