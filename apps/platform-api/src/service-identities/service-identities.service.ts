import { type OrgCaller } from '@governance/auth-guards';
import { ListPages, type Page, type PageInput } from '@governance/http';
import { type AuditContext, type ServiceIdentityEntry, ServiceIdentityStore } from '@governance/iam';
import { asUuid, checkName, Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { identityInUse, unknownIdentity } from './service-identity-problems';

/** The service identities of the caller's organization (decisions 3). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class ServiceIdentitiesService {
  constructor(
    private readonly store: ServiceIdentityStore,
    private readonly clock: Clock,
    private readonly pages: ListPages,
  ) {}

  list({ orgId }: OrgCaller, input: PageInput): Promise<Page<ServiceIdentityEntry>> {
    const identities = this.store.forOrg(orgId);
    return this.pages.read(input, {
      orgId,
      name: 'service-identities',
      read: (page) => identities.list(page),
    });
  }

  /** Its credentials keep their names. */
  async rename(
    { orgId }: OrgCaller,
    id: string,
    { name, write }: { readonly name: string; readonly write: AuditContext },
  ): Promise<ServiceIdentityEntry> {
    const newName = checkName('name', name);
    const change = { now: this.clock.now(), audit: write };
    const renamed = await this.store.forOrg(orgId).rename(checkedId(id), newName, change);
    if (renamed === undefined) throw unknownIdentity();
    return renamed;
  }

  async delete({ orgId }: OrgCaller, id: string, write: AuditContext): Promise<void> {
    const change = { now: this.clock.now(), audit: write };
    const deletion = await this.store.forOrg(orgId).delete(checkedId(id), change);
    switch (deletion) {
      case 'deleted':
        return;
      case 'used':
        throw identityInUse();
      case 'unknown':
        throw unknownIdentity();
    }
  }
}

/** The id of a path in stored form. A malformed id matches nothing. */
function checkedId(id: string): string {
  const known = asUuid(id);
  if (known === undefined) throw unknownIdentity();
  return known;
}
