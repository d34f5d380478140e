import { RuleViolation } from '@governance/kernel';

/** An organization id as identity providers have it. Dot segments would change paths. Throws `RuleViolation`. */
export function checkOrganizationId(id: string): string {
  if (/^(?!\.{1,2}$)[\w.:|-]{1,128}$/.test(id)) return id;
  throw new RuleViolation('the id of an organization must have 1 to 128 characters of A-Z a-z 0-9 _ . : | -');
}
