import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { roleChoices } from '../role-words';
import { ConsoleMembers } from './console-members.service';
import { memberList } from './member-list';

/** The members of the organization. */
@ConsoleController('members')
export class ConsoleMembersController {
  constructor(
    private readonly members: ConsoleMembers,
    private readonly lists: ConsoleLists,
  ) {}

  @Page()
  list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, memberList);
  }

  @Page(':id/role')
  async role({ session, id }: PageRequest): Promise<ShownPage> {
    const member = await this.members.find(session, id);
    const current = member.isAdmin ? 'account-admin' : 'viewer';
    const roles = roleChoices.map((each) => ({ ...each, isChosen: each.value === current }));
    return { page: 'members-role', title: `Role of ${member.label}`, view: { member, roles } };
  }

  @PageForm(':id/role', 'role')
  async changeRole({ session, id, form }: PageRequest): Promise<Redirect> {
    await this.members.changeRole(session, id, form.get('role') ?? '');
    return { to: 'members', done: 'changed' };
  }

  @Page(':id/remove')
  async confirm({ session, id }: PageRequest): Promise<ShownPage> {
    const member = await this.members.find(session, id);
    return { page: 'members-remove', title: `Remove ${member.label}`, view: { member } };
  }

  @PageForm(':id/remove', 'confirm')
  async remove({ session, id }: PageRequest): Promise<Redirect> {
    await this.members.remove(session, id);
    return { to: 'members', done: 'removed' };
  }
}
