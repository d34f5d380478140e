import { canonicalDomain } from '@governance/deliveries';
import { RuleViolation } from '@governance/kernel';
import mailProviders from 'email-providers/all.json';
import { getDomain } from 'tldts';

const providers: ReadonlySet<string> = new Set<string>(mailProviders);

/** The canonical form of a domain that one organization can own. Throws `RuleViolation`. */
export function checkDomainName(text: string): string {
  const name = canonicalDomain(text.trim());
  if (name === undefined) throw new RuleViolation('name must be a domain, such as example.org');
  // The private part of the list has suffixes such as github.io, below which every user can have a domain.
  const registered = getDomain(name, { allowPrivateDomains: true });
  if (registered === null) throw new RuleViolation('name must not be a public suffix');
  if (providers.has(name) || providers.has(registered)) {
    throw new RuleViolation('name must not be a domain of a mail provider');
  }
  return name;
}
