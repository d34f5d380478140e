import { type PlatformTypes } from '@governance/client';
import { type ConsoleSession } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { ConsoleApi } from '../console-api';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { roleField } from '../role-words';
import { memberList } from './member-list';
import { memberView, type MemberView } from './member-view';

const roleFields = { role: roleField };

@ConsoleController('members')
export class ConsoleMembersController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly lists: ConsoleLists,
  ) {}

  @Page()
  list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, memberList);
  }

  @Page(':id/role')
  async role({ session, id }: PageRequest): Promise<ShownPage> {
    const member = await this.find(session, id);
    const form = { fields: roleFields, values: { role: member.heldRole } };
    return { page: 'members-role', title: `Role of ${member.label}`, view: { member }, form };
  }

  @PageForm(':id/role', 'role', { fields: roleFields })
  async changeRole({ session, id, form }: PageRequest): Promise<Redirect> {
    const body = { role: form.get('role') ?? '' } as PlatformTypes['schemas']['UpdateMember'];
    await this.api.clientOf(session).patch('/iam/members/{memberId}', { path: { memberId: id }, body });
    return { to: 'members', done: 'changed' };
  }

  @Page(':id/remove')
  async confirm({ session, id }: PageRequest): Promise<ShownPage> {
    const member = await this.find(session, id);
    return { page: 'members-remove', title: `Remove ${member.label}`, view: { member } };
  }

  @PageForm(':id/remove', 'confirm')
  async remove({ session, id }: PageRequest): Promise<Redirect> {
    await this.api.clientOf(session).delete('/iam/members/{memberId}', { path: { memberId: id } });
    return { to: 'members', done: 'removed' };
  }

  @Page(':id/second-factor')
  async secondFactor({ session, id }: PageRequest): Promise<ShownPage> {
    const member = await this.find(session, id);
    const title = `Second factor of ${member.label}`;
    return { page: 'members-second-factor', title, view: { member } };
  }

  @PageForm(':id/second-factor', 'secondFactor')
  async resetSecondFactor({ session, id }: PageRequest): Promise<Redirect> {
    const client = this.api.clientOf(session);
    await client.post('/iam/members/{memberId}/second-factor-reset', { path: { memberId: id } });
    return { to: 'members', done: 'reset' };
  }

  @PageForm(':id/second-factor/keep', 'secondFactor')
  async keepSecondFactor({ session, id }: PageRequest): Promise<Redirect> {
    const client = this.api.clientOf(session);
    await client.delete('/iam/members/{memberId}/second-factor-reset', { path: { memberId: id } });
    return { to: 'members', done: 'kept' };
  }

  /** The API has no operation for one member. @throws Problem if there is no such member. */
  private async find(session: ConsoleSession, id: string): Promise<MemberView> {
    const pages = this.api.clientOf(session).pages('/iam/members', { query: { limit: 200 } });
    for await (const { members } of pages) {
      const found = members.find((member) => member.id === id);
      if (found) return memberView(found, session.person.subject);
    }
    throw new Problem('not_found', 'there is no such member');
  }
}
