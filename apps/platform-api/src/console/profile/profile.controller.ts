import { abilitiesOf } from '../abilities';
import { ConsoleApi } from '../console-api';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsolePermissions } from '../console-permissions';
import { type Redirect } from '../page-answers.interceptor';
import { roleOf } from '../role-words';
import { profileChange, profileFields, profileValues } from './profile-form';

const notices = { saved: 'Your profile was saved.' };

/** The person's own profile. */
@ConsoleController('profile')
export class ConsoleProfileController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
  ) {}

  @Page()
  async show({ session, form, problem }: PageRequest): Promise<ShownPage> {
    const [profile, held] = await Promise.all([
      this.api.clientOf(session).get('/self/profile'),
      this.permissions.of(session),
    ]);
    const values = profileValues({ ...profile, ...(problem && profileChange(form)) });
    const view = { values, role: roleOf(held), abilities: abilitiesOf(held) };
    const { displayName, phoneNumber } = values;
    const fields = { display_name: displayName, phone_number: phoneNumber };
    return {
      page: 'profile',
      title: 'Profile',
      view,
      form: { fields: profileFields, values: fields },
      notices,
    };
  }

  @PageForm('', 'show', { fields: profileFields })
  async save({ session, form }: PageRequest): Promise<Redirect> {
    await this.api.clientOf(session).patch('/self/profile', { body: profileChange(form) });
    return { to: 'profile', done: 'saved' };
  }
}
