import { type OrgCaller } from '@governance/auth-guards';
import { canonicalDomain } from '@governance/deliveries';
import {
  type AuditContext,
  AuditTrail,
  type Domain,
  type DomainCheck,
  DomainDirectory,
  DomainTaken,
  DomainUnknown,
  TooManyDomains,
} from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { checkDomainName } from './domain-name';
import { domainTaken, tooManyDomains, unknownDomain, unusableConnection } from './domain-problems';

/** The domains of the caller's organization (decisions 3). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly directory: DomainDirectory,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  list({ orgId }: OrgCaller): Promise<readonly Domain[]> {
    return this.directory.ofOrg(orgId);
  }

  /** Adds a domain to prove, or sets the connection of a known one. Can be repeated. */
  async create(
    { orgId }: OrgCaller,
    request: { readonly name: string; readonly connectionId: string | undefined },
    write: AuditContext,
  ): Promise<Domain> {
    const { connectionId } = request;
    const name = checkDomainName(request.name);
    const domain = await this.directory.put(orgId, { name, connectionId }).catch((error: unknown) => {
      if (error instanceof DomainUnknown && connectionId !== undefined) throw unusableConnection();
      return refuse(error);
    });
    await this.record(write, name);
    return domain;
  }

  /** Looks for the record that proves the domain. Can be repeated. */
  async check({ orgId }: OrgCaller, text: string, write: AuditContext): Promise<DomainCheck> {
    const name = await this.find(orgId, text);
    const check = await this.directory.check(orgId, name).catch(refuse);
    await this.record(write, name, check.problem);
    return check;
  }

  async remove({ orgId }: OrgCaller, text: string, write: AuditContext): Promise<void> {
    const name = await this.find(orgId, text);
    await this.directory.remove(orgId, name);
    await this.record(write, name);
  }

  /** The canonical name of a domain that the organization has. */
  private async find(orgId: string, text: string): Promise<string> {
    const name = canonicalDomain(text);
    if (name === undefined) throw unknownDomain();
    if (!(await this.directory.ofOrg(orgId)).some((domain) => domain.name === name)) throw unknownDomain();
    return name;
  }

  private async record(write: AuditContext, target: string, reason?: string): Promise<void> {
    await this.audit.append({ ...write, target, at: this.clock.now(), outcome: 'done', reason });
  }
}

function refuse(error: unknown): never {
  if (error instanceof DomainUnknown) throw unknownDomain();
  if (error instanceof DomainTaken) throw domainTaken(error);
  if (error instanceof TooManyDomains) throw tooManyDomains(error);
  throw error;
}
