import { type DomainProblem } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { type Domain, DomainsStore } from './domains.store';
import { TxtResolver } from './txt-resolver.port';

/** The name of the TXT record that proves a domain. */
export function recordNameOf(name: string): string {
  return `_governance-challenge.${name}`;
}

interface CheckedDomain {
  readonly domain: Domain;
  readonly problem: DomainProblem | undefined;
}

/** Looks for the challenges of domains. */
@Injectable()
export class DomainChecks {
  constructor(
    private readonly domains: DomainsStore,
    private readonly resolver: TxtResolver,
  ) {}

  /** Undefined when the organization has no such domain. @throws a 409 when another organization has proven it. */
  async check(orgId: string, name: string): Promise<CheckedDomain | undefined> {
    const domain = await this.domains.find(orgId, name);
    if (domain === undefined) return undefined;
    if (domain.provenAt !== null) return { domain, problem: undefined };
    const problem = domain.isExpired ? 'challenge_expired' : await this.problemOf(domain);
    if (problem !== undefined) return { domain, problem };
    const proven = await this.domains.prove(orgId, name, domain.challenge);
    return proven && { domain: proven, problem: undefined };
  }

  private async problemOf({ name, challenge }: Domain): Promise<DomainProblem | undefined> {
    const texts = await this.resolver.resolve(recordNameOf(name)).catch(() => undefined);
    if (texts === undefined) return 'lookup_failed';
    if (texts.includes(challenge)) return undefined;
    return texts.length === 0 ? 'record_missing' : 'record_differs';
  }
}
