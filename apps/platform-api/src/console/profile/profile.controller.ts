import { ConsoleApi } from '../console-api';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { profileChange, profileValues } from './profile-form';

const notices = { saved: 'Your profile was saved.' };

/** The person's own profile. */
@ConsoleController('profile')
export class ConsoleProfileController {
  constructor(private readonly api: ConsoleApi) {}

  @Page()
  async show({ session, form, problem }: PageRequest): Promise<ShownPage> {
    const profile = await this.api.clientOf(session).get('/self/profile');
    const values = profileValues({ ...profile, ...(problem && profileChange(form)) });
    return { page: 'profile', title: 'Profile', view: { values }, notices };
  }

  @PageForm('', 'show')
  async save({ session, form }: PageRequest): Promise<Redirect> {
    await this.api.clientOf(session).patch('/self/profile', { body: profileChange(form) });
    return { to: 'profile', done: 'saved' };
  }
}
