import { type SchemaAccess } from '@governance/postgres';
import { campaignPolicies } from './campaign-access';

/** The programs that may see rows across organizations, by the policies of each scope (ADR 11). */
export const scopePolicies: SchemaAccess['scopePolicies'] = {
  ...campaignPolicies,
  'public jobs': ['governance_public_worker'],
  'platform jobs': ['governance_platform_worker'],
  'added jobs': ['governance_functions'],
  operator: [],
  'guard select': ['governance_functions'],
  'last-used select': ['governance_functions'],
  'last-used update': ['governance_functions'],
  'invitation-mail select': ['governance_functions', 'governance_platform_worker'],
  'invitation-mail update': ['governance_functions'],
  'invitation-mail insert': ['governance_functions'],
  'audit insert': ['governance_platform_api'],
  'audit-tree select': ['governance_platform_worker'],
  'audit-signing select': ['governance_public_worker'],
  'audit-signing update': ['governance_public_worker'],
  'erasure select': ['governance_commands'],
  'erasure update': ['governance_commands'],
  'erasure delete': ['governance_commands'],
  'client-results select': ['governance_functions', 'governance_platform_worker'],
  'client-results update': ['governance_functions'],
  'client-results delete': ['governance_functions'],
  'expiry-mail select': ['governance_platform_worker'],
  'reconciler select': ['governance_platform_worker'],
  'reconciler update': ['governance_platform_worker'],
  'housekeeping select': ['governance_platform_worker'],
  'housekeeping delete': ['governance_platform_worker'],
};
