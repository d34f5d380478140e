import { membersRefused, type OrgClientChange, ownerRefused } from '@governance/assessments';
import { allMembers, MemberDirectory } from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import { type FactoryProvider } from '@nestjs/common';

/** The ids of a change that name members. */
export type NamedMembers = Pick<OrgClientChange, 'ownerId' | 'memberIds'>;

/** Who may look after a client, and be assigned to it: members of the organization. Rejects with `IdentityProviderUnavailable`. */
export class ClientOwners {
  /** Absent where the platform does not manage members, and does not know them: it takes any id then. */
  constructor(private readonly directory: Pick<MemberDirectory, 'list'> | undefined) {}

  /** Throws `RuleViolation`. */
  async check(orgId: string, named: NamedMembers): Promise<void> {
    const refusal = refusalOf(named, await this.among(orgId, new Set(idsIn(named))));
    if (refusal !== undefined) throw new RuleViolation(refusal);
  }

  /** Those of the ids that are members. Reads no more members than it takes to find them. */
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

export function idsIn({ ownerId, memberIds = [] }: NamedMembers): readonly string[] {
  return [ownerId ?? [], memberIds].flat();
}

/** Why the change is refused, if `members` are those of its ids that are members. */
export function refusalOf(
  { ownerId, memberIds = [] }: NamedMembers,
  members: ReadonlySet<string>,
): string | undefined {
  if (typeof ownerId === 'string' && !members.has(ownerId)) return ownerRefused;
  return memberIds.every((id) => members.has(id)) ? undefined : membersRefused;
}

export const clientOwners: FactoryProvider<ClientOwners> = {
  provide: ClientOwners,
  useFactory: (directory?: MemberDirectory) => new ClientOwners(directory),
  inject: [{ token: MemberDirectory, optional: true }],
};
