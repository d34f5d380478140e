import { type PlatformTypes } from '@governance/client';
import { type ConsoleSession } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { memberView, type MemberView } from './member-view';

/** The members of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleMembers {
  constructor(private readonly api: ConsoleApi) {}

  /** The API has no operation for one member. @throws Problem if there is no such member. */
  async find(session: ConsoleSession, id: string): Promise<MemberView> {
    const pages = this.api.clientOf(session).pages('/iam/members', { query: { limit: 200 } });
    for await (const { members } of pages) {
      const found = members.find((member) => member.id === id);
      if (found) return memberView(found, session.person.subject);
    }
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
