import { ownerRefused } from '@governance/assessments';
import { allMembers, MemberDirectory } from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import { type FactoryProvider } from '@nestjs/common';

/** Who may look after a client: a member of the organization. Rejects with `IdentityProviderUnavailable`. */
export class ClientOwners {
  /** Absent where the platform does not manage members, and does not know them: it takes any id then. */
  constructor(private readonly directory: Pick<MemberDirectory, 'find' | 'list'> | undefined) {}

  /** Throws `RuleViolation`. */
  async check(orgId: string, ownerId: string | null | undefined): Promise<void> {
    if (typeof ownerId !== 'string' || this.directory === undefined) return;
    const member = await this.directory.find(orgId, ownerId);
    if (member === undefined) throw new RuleViolation(ownerRefused);
  }

  /** Those of the ids that may own a client. Reads no more members than it takes to find them. */
  async among(orgId: string, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (this.directory === undefined || ids.size === 0) return ids;
    const found = new Set<string>();
    for await (const { id } of allMembers(this.directory, orgId)) {
      if (ids.has(id)) found.add(id);
      if (found.size === ids.size) break;
    }
    return found;
  }
}

export const clientOwners: FactoryProvider<ClientOwners> = {
  provide: ClientOwners,
  useFactory: (directory?: MemberDirectory) => new ClientOwners(directory),
  inject: [{ token: MemberDirectory, optional: true }],
};
