import { type PlatformClient, type PlatformTypes } from '@governance/client';
import { type ConsoleSession } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { memberView, type MemberView } from './member-view';

const pageSize = 50;

export interface MemberPage {
  readonly rows: readonly MemberView[];
  /** The cursor of the next page. */
  readonly next: string | undefined;
  readonly mayWrite: boolean;
}

/** The members of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleMembers {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
  ) {}

  async list(session: ConsoleSession, cursor: string | undefined): Promise<MemberPage> {
    const client = this.api.clientOf(session);
    const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const [permissions, page] = await Promise.all([
      this.permissions.of(session),
      client.get('/iam/members', { query }),
    ]);
    return {
      rows: page.members.map((member) => memberView(member, session.person.subject)),
      next: page.next_cursor,
      mayWrite: permissions.has('org:members:write'),
    };
  }

  /** The API has no operation for one member. @throws Problem if there is no such member. */
  async find(session: ConsoleSession, id: string): Promise<MemberView> {
    const client = this.api.clientOf(session);
    for await (const member of membersOf(client))
      if (member.id === id) return memberView(member, session.person.subject);
    throw new Problem('not_found', 'there is no such member');
  }

  async changeRole(session: ConsoleSession, id: string, role: string): Promise<void> {
    const body = { role } as PlatformTypes['schemas']['UpdateMember'];
    await this.api.clientOf(session).patch('/iam/members/{memberId}', { path: { memberId: id }, body });
  }

  async remove(session: ConsoleSession, id: string): Promise<void> {
    await this.api.clientOf(session).delete('/iam/members/{memberId}', { path: { memberId: id } });
  }
}

async function* membersOf(client: PlatformClient): AsyncGenerator<PlatformTypes['schemas']['Member']> {
  for await (const { members } of client.pages('/iam/members', { query: { limit: 200 } })) yield* members;
}
