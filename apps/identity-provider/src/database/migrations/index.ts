import { Identity1763800000000 } from './1763800000000-identity';
import { PeopleSignIn1763900000000 } from './1763900000000-people-sign-in';
import { Invitations1764000000000 } from './1764000000000-invitations';
import { EnterpriseConnections1764200000000 } from './1764200000000-enterprise-connections';
import { AccountsOfConnections1764420000000 } from './1764420000000-accounts-of-connections';
import { SignInBudgets1764430000000 } from './1764430000000-sign-in-budgets';
import { OrganizationDomains1764650000003 } from './1764650000003-organization-domains';
import { OverlappingSecrets1764700000001 } from './1764700000001-overlapping-secrets';
import { AllowedNetworks1764700000002 } from './1764700000002-allowed-networks';
import { UpstreamSecondFactor1764810000000 } from './1764810000000-upstream-second-factor';
import { ConnectionRevisions1764820000001 } from './1764820000001-connection-revisions';
import { AccountMails1764850000000 } from './1764850000000-account-mails';
import { DomainRechecks1795438800000 } from './1795438800000-domain-rechecks';
import { Passkeys1795442400000 } from './1795442400000-passkeys';
import { AssertedAddresses1795950000000 } from './1795950000000-asserted-addresses';
import { SessionEnds1795950000001 } from './1795950000001-session-ends';
import { ConfirmedFactors1795950000002 } from './1795950000002-confirmed-factors';
import { FactorMails1795950000003 } from './1795950000003-factor-mails';
import { DatesOfFactors1795960000000 } from './1795960000000-dates-of-factors';
import { AccountNotices1795970000000 } from './1795970000000-account-notices';
import { SecondFactorResets1795970000001 } from './1795970000001-second-factor-resets';
import { LastSignIns1795970000002 } from './1795970000002-last-sign-ins';
import { Traceparents1795990000005 } from './1795990000005-traceparents';
import { Jobs1795990000006 } from './1795990000006-jobs';
import { TrustRules1795990000007 } from './1795990000007-trust-rules';
import { LastExchanges1795990000009 } from './1795990000009-last-exchanges';
import { ClientManagers1795990000010 } from './1795990000010-client-managers';

/** In the order in which they are applied. A migration that has landed never changes. */
export const migrations = [
  Identity1763800000000,
  PeopleSignIn1763900000000,
  Invitations1764000000000,
  EnterpriseConnections1764200000000,
  AccountsOfConnections1764420000000,
  SignInBudgets1764430000000,
  OrganizationDomains1764650000003,
  OverlappingSecrets1764700000001,
  AllowedNetworks1764700000002,
  UpstreamSecondFactor1764810000000,
  ConnectionRevisions1764820000001,
  AccountMails1764850000000,
  DomainRechecks1795438800000,
  Passkeys1795442400000,
  AssertedAddresses1795950000000,
  SessionEnds1795950000001,
  ConfirmedFactors1795950000002,
  FactorMails1795950000003,
  DatesOfFactors1795960000000,
  AccountNotices1795970000000,
  SecondFactorResets1795970000001,
  LastSignIns1795970000002,
  Traceparents1795990000005,
  Jobs1795990000006,
  TrustRules1795990000007,
  LastExchanges1795990000009,
  ClientManagers1795990000010,
];
