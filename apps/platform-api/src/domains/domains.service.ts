import { type OrgCaller } from '@governance/auth-guards';
import { canonicalDomain } from '@governance/deliveries';
import {
  type AuditContext,
  checkDomainName,
  type Domain,
  type DomainCheck,
  DomainDirectory,
  DomainTaken,
  DomainUnknown,
  TooManyDomains,
} from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { ProviderChanges } from '../provider-changes/provider-changes';
import { domainTaken, tooManyDomains, unknownDomain, unusableConnection } from './domain-problems';

/** The domains of the caller's organization (decisions 3). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly directory: DomainDirectory,
    private readonly changes: ProviderChanges,
  ) {}

  list({ orgId }: OrgCaller): Promise<readonly Domain[]> {
    return this.directory.ofOrg(orgId);
  }

  /** Adds a domain to prove, or sets the connection of a known one. Can be repeated. */
  async create(
    caller: OrgCaller,
    request: { readonly name: string; readonly connectionId: string | undefined },
    write: AuditContext,
  ): Promise<Domain> {
    const { connectionId } = request;
    const name = checkDomainName(request.name);
    const change = { kind: 'put-domain', name, connectionId } as const;
    return this.changes.make(caller, { change, write, target: name }, async () => {
      const put = this.directory.put(caller.orgId, { name, connectionId });
      const result = await put.catch((error: unknown) => {
        if (error instanceof DomainUnknown && connectionId !== undefined) throw unusableConnection();
        return refuse(error);
      });
      return { result };
    });
  }

  /** Looks for the record that proves the domain. Can be repeated. */
  async check(caller: OrgCaller, text: string, write: AuditContext): Promise<DomainCheck> {
    const name = await this.find(caller, text);
    const change = { kind: 'check-domain', name } as const;
    return this.changes.make(caller, { change, write, target: name }, async () => {
      const result = await this.directory.check(caller.orgId, name).catch(refuse);
      return { result, reason: result.problem };
    });
  }

  async remove(caller: OrgCaller, text: string, write: AuditContext): Promise<void> {
    const name = await this.find(caller, text);
    const change = { kind: 'remove-domain', name } as const;
    await this.changes.make(caller, { change, write, target: name }, async () => {
      await this.directory.remove(caller.orgId, name);
      return { result: undefined };
    });
  }

  /** The canonical name of a domain that the organization has. */
  private async find({ orgId }: OrgCaller, text: string): Promise<string> {
    const name = canonicalDomain(text);
    if (name === undefined) throw unknownDomain();
    if (!(await this.directory.ofOrg(orgId)).some((domain) => domain.name === name)) throw unknownDomain();
    return name;
  }
}

function refuse(error: unknown): never {
  if (error instanceof DomainUnknown) throw unknownDomain();
  if (error instanceof DomainTaken) throw domainTaken({ cause: error });
  if (error instanceof TooManyDomains) throw tooManyDomains({ cause: error });
  throw error;
}
