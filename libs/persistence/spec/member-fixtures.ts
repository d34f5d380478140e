import { type TokenHolder } from '@governance/iam';

export function memberOf(overrides: Partial<TokenHolder> = {}): TokenHolder {
  return { issuer: 'https://id.example.org', subject: 'ada', orgId: 'acme', ...overrides };
}
