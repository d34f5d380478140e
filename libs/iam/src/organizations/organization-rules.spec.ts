import { RuleViolation } from '@governance/kernel';
import { checkOrganizationId } from './organization-rules';

describe('the id of an organization', () => {
  it.each(['org_acme', 'a', '...', 'acme.example|1:2-3', 'x'.repeat(128)])('can be %j', (id) => {
    expect(checkOrganizationId(id)).toBe(id);
  });

  it.each(['', '.', '..', 'a/b', 'a b', '%2e', 'ä', 'org\n', 'x'.repeat(129)])('cannot be %j', (id) => {
    expect(() => checkOrganizationId(id)).toThrow(RuleViolation);
  });
});
