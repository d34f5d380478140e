import { canonicalDomain } from '@governance/deliveries';
import { RuleViolation } from '@governance/kernel';
import mailProviders from 'email-providers/all.json';
import { getDomain } from 'tldts';
import furtherMailProviders from './further-mail-providers.json';

/** Ours has the mailboxes and relays that the package lacks, and the domains below which a provider gives names to its tenants. */
const providers: ReadonlySet<string> = new Set<string>([...mailProviders, ...furtherMailProviders]);

/** The canonical form of a domain that one organization can own. Throws `RuleViolation`. */
export function checkDomainName(text: string): string {
  const name = canonicalDomain(text.trim());
  if (name === undefined) throw new RuleViolation('name must be a domain, such as example.org');
  // The private part of the list has suffixes such as github.io, below which every user can have a domain.
  const registered = getDomain(name, { allowPrivateDomains: true });
  if (registered === null) throw new RuleViolation('name must not be a public suffix');
  if (upTo(registered, name).some((parent) => providers.has(parent))) {
    throw new RuleViolation('name must not be a domain of a mail provider');
  }
  return name;
}

/** A name and its parents, up to the registered one. */
function upTo(registered: string, name: string): readonly string[] {
  const labels = name.split('.');
  return labels
    .map((_label, index) => labels.slice(index).join('.'))
    .filter((parent) => parent.length >= registered.length);
}
