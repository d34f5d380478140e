import { type DomainProblem, recordProblem, TxtResolver } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { type Domain, DomainsStore } from './domains.store';

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
    const problem = domain.isExpired ? 'challenge_expired' : await recordProblem(this.resolver, domain);
    if (problem !== undefined) return { domain, problem };
    const proven = await this.domains.prove(orgId, name, domain.challenge);
    return proven && { domain: proven, problem: undefined };
  }
}
