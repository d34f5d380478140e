import { ownerRefused } from '@governance/assessments';
import { MemberDirectory } from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import { type FactoryProvider } from '@nestjs/common';

/** Who may look after a client: a member of the organization. Rejects with `IdentityProviderUnavailable`. */
export class ClientOwners {
  /** Absent where the platform does not manage members, and does not know them: it takes any id then. */
  constructor(private readonly directory: Pick<MemberDirectory, 'find'> | undefined) {}

  /** Throws `RuleViolation`. */
  async check(orgId: string, ownerId: string | null | undefined): Promise<void> {
    if (typeof ownerId !== 'string' || this.directory === undefined) return;
    const member = await this.directory.find(orgId, ownerId);
    if (member === undefined) throw new RuleViolation(ownerRefused);
  }
}

export const clientOwners: FactoryProvider<ClientOwners> = {
  provide: ClientOwners,
  useFactory: (directory?: MemberDirectory) => new ClientOwners(directory),
  inject: [{ token: MemberDirectory, optional: true }],
};
