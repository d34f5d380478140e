import { type DomainProblem, recordProblem, TxtResolver } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { found } from './found';
import { type Domain, DomainsStore } from '../domains/domains.store';

interface CheckedDomain {
  readonly domain: Domain;
  readonly problem: DomainProblem | undefined;
}

/** The most domains of an organization. */
const most = 100;

/** Domains of organizations, and the proofs of them: a challenge that is in the DNS. */
@Injectable()
export class DomainsService {
  constructor(
    @Inject(DomainsStore)
    private readonly domains: Pick<DomainsStore, 'list' | 'find' | 'prove' | 'remove' | 'hold'>,
    private readonly resolver: TxtResolver,
  ) {}

  list(orgId: string): Promise<Domain[]> {
    return this.domains.list(orgId);
  }

  /**
   * Creates the domain, or sets its connection. @throws a 404 when the organization, or its enterprise connection, does not
   * exist, and a 409 when the organization has the most domains.
   */
  put(orgId: string, name: string, connectionId: string | undefined): Promise<Domain> {
    return this.domains.hold(orgId, async (held) => {
      if ((await held.countOthers(name)) >= most) {
        throw new Problem('conflict', 'the organization has reached its limit of domains');
      }
      return found(await held.put(name, connectionId));
    });
  }

  /** Looks for the challenge. @throws a 404, or a 409 when another organization has proven the domain. */
  async check(orgId: string, name: string): Promise<CheckedDomain> {
    const domain = found(await this.domains.find(orgId, name));
    if (domain.provenAt !== null) return { domain, problem: undefined };
    const problem = domain.isExpired ? 'challenge_expired' : await recordProblem(this.resolver, domain);
    if (problem !== undefined) return { domain, problem };
    const proven = await this.domains.prove(orgId, name, domain.challenge);
    if (proven === 'taken') throw new Problem('conflict', 'another organization has proven the domain');
    return { domain: found(proven), problem: undefined };
  }

  remove(orgId: string, name: string): Promise<void> {
    return this.domains.remove(orgId, name);
  }
}
