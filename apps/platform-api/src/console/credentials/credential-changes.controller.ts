import { checkTypedName, typedNameForm } from '../checked-name';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type Redirect } from '../page-answers.interceptor';
import { type ShownPage } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { ConsoleCredentials } from './console-credentials.service';
import { renameFields, rotationFields } from './credential-form';
import { usageOf } from './credential-usage';
import { issuedPage } from './issued-page';

const notices = {
  renamed: 'The name and the note were changed.',
  'previous-ended': 'The previous secret no longer works.',
};

@ConsoleController('credentials/:id')
export class ConsoleCredentialChangesController {
  constructor(
    private readonly credentials: ConsoleCredentials,
    private readonly settings: ConsoleSettings,
  ) {}

  @Page()
  async show({ session, id }: PageRequest): Promise<ShownPage> {
    const { credential, mayWrite } = await this.credentials.details(session, id);
    const { overlap: canOverlap } = this.settings.capabilities;
    const { name, description } = credential;
    const form = {
      fields: { ...rotationFields(credential, canOverlap), ...renameFields },
      values: { name, description },
    };
    const view = { credential, mayWrite, canOverlap, usage: usageOf(credential, this.settings) };
    return { page: 'credentials-details', title: name, view, form, notices };
  }

  @PageForm('rotate', 'show', { fields: rotationFields({ name: '', isKey: false }, true) })
  async rotate({ session, id, form }: PageRequest): Promise<ShownPage> {
    const issued = await this.credentials.rotate(session, id, form);
    return issuedPage({ issued, isNew: false, overlap: form.get('overlap'), settings: this.settings });
  }

  @PageForm('rename', 'show', { fields: renameFields })
  async rename({ session, id, form }: PageRequest): Promise<Redirect> {
    await this.credentials.rename(session, id, form);
    return { to: 'credentials', id, done: 'renamed' };
  }

  @PageForm('end-previous', 'show')
  async endPrevious({ session, id }: PageRequest): Promise<Redirect> {
    await this.credentials.endPrevious(session, id);
    return { to: 'credentials', id, done: 'previous-ended' };
  }

  @Page('revoke')
  async confirm({ session, id }: PageRequest): Promise<ShownPage> {
    const { credential } = await this.credentials.details(session, id);
    const { name } = credential;
    const form = typedNameForm(name);
    return { page: 'credentials-revoke', title: `Revoke ${name}`, view: { credential }, form };
  }

  @PageForm('revoke', 'confirm')
  async revoke({ session, id, form }: PageRequest): Promise<Redirect> {
    const { credential } = await this.credentials.details(session, id);
    checkTypedName(form, credential, 'This is not the name of the credential. Nothing was revoked.');
    await this.credentials.revoke(session, id);
    return { to: 'credentials', done: 'revoked' };
  }
}
