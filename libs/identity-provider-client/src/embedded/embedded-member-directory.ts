import { type Member, MemberDirectory, MemberUnknown, roles } from '@governance/iam';
import { z } from 'zod';
import { notFound, nothing } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';
import { organizationPath } from './organization-path';

const membership = z
  .object({ userId: z.string().min(1).max(128), role: z.enum(roles) })
  .transform(({ userId: id, role }): Member => ({ id, role }));
const memberships = z.object({ memberships: z.array(membership) });

/** The members of organizations at the embedded provider. */
export class EmbeddedMemberDirectory extends MemberDirectory {
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override async ofOrg(orgId: string): Promise<readonly Member[]> {
    const path = organizationPath(orgId);
    if (path === undefined) return [];
    const call = { method: 'GET', path: `${path}/memberships` } as const;
    const answer = await this.api.call<z.output<typeof memberships> | undefined>(call, {
      200: memberships,
      404: notFound,
    });
    return answer?.memberships ?? [];
  }

  override async setRole(orgId: string, { id, role }: Member): Promise<void> {
    // The provider would make any known user a member.
    const isMember = (await this.ofOrg(orgId)).some((member) => member.id === id);
    const path = isMember ? memberPath(orgId, id) : undefined;
    if (path === undefined) throw new MemberUnknown();
    const answer = await this.api.call<Member | undefined>(
      { method: 'PUT', path, body: { role } },
      { 200: membership, 404: notFound },
    );
    if (answer === undefined) throw new MemberUnknown();
  }

  override async remove(orgId: string, memberId: string): Promise<void> {
    const path = memberPath(orgId, memberId);
    if (path !== undefined) await this.api.call({ method: 'DELETE', path }, { 204: nothing });
  }
}

/** Undefined when the provider cannot have such a member: user ids have the same format as organization ids. */
function memberPath(orgId: string, memberId: string): string | undefined {
  const [organization, member] = [organizationPath(orgId), organizationPath(memberId)];
  if (organization === undefined || member === undefined) return undefined;
  return `${organization}/memberships/${encodeURIComponent(memberId)}`;
}
