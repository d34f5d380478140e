import { acceptedIssuersOf, TokenExaminer, type Verdict } from '@governance/auth-guards';
import { SystemClock } from '@governance/runtime';
import { audience, type TestRealm } from './test-realm';

/** The profile of docs/identity-providers.md for a prepared realm. */
export const preparedRealm = {
  issues: ['people', 'machines'],
  claims: {
    org_id: 'organization',
    org_name: 'organization.*.org_name',
    roles: 'organization.*.groups',
    mfa_at: 'loa_map.2',
  },
  rolePermissions: {
    '/account-admin': 'account-admin',
    '/client-manager': 'client-manager',
    '/viewer': 'viewer',
  },
  window: 'policy',
} as const;

/** What the platform's guard decides about a token of the realm. */
export async function verdictOf({ issuer }: Pick<TestRealm, 'issuer'>, token: string): Promise<Verdict> {
  const entries = [{ ...preparedRealm, issuer, jwksUri: `${issuer}/protocol/openid-connect/certs` }];
  const issuers = acceptedIssuersOf({
    entries,
    claimsNamespace: 'https://api.example.org/claims/',
    audience,
  });
  const examiner = new TokenExaminer({ issuers }, new SystemClock());
  try {
    return (await examiner.examine(token)).verdict;
  } finally {
    examiner.close();
  }
}
