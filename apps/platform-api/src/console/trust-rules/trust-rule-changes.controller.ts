import { checkTypedName, typedNameForm } from '../checked-name';
import { probeProblem } from '../connections/probe-problem';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { type Redirect } from '../page-answers.interceptor';
import { ConsoleTrustRules } from './console-trust-rules.service';
import { changedRuleFields, tokenFields } from './trust-rule-fields';
import { trustRuleUsage } from './trust-rule-usage';

const notices = {
  added: 'The trust rule was created. Put the lines below into your pipeline or pod.',
  changed: 'The change was saved.',
};

@ConsoleController('trust-rules/:id')
export class ConsoleTrustRuleChangesController {
  constructor(
    private readonly rules: ConsoleTrustRules,
    private readonly settings: ConsoleSettings,
  ) {}

  @Page()
  async show({ session, id }: PageRequest): Promise<ShownPage> {
    const { rule, mayWrite } = await this.rules.details(session, id);
    const view = { rule, mayWrite, usage: trustRuleUsage(rule, this.settings) };
    return {
      page: 'trust-rules-details',
      title: rule.name,
      view,
      form: { fields: tokenFields },
      notices,
    };
  }

  @PageForm('try', 'show', { fields: tokenFields, problem: probeProblem('trials of trust rules') })
  async try({ session, id, form }: PageRequest): Promise<ShownPage> {
    const { name, ...trial } = await this.rules.try(session, id, (form.get('workload_token') ?? '').trim());
    const view = { id, ...trial };
    return { page: 'trust-rules-tried', title: `Trial of ${name}`, view, form: { fields: tokenFields } };
  }

  @Page('change')
  async form({ session, id }: PageRequest): Promise<ShownPage> {
    const rule = await this.rules.detailsToChange(session, id);
    const form = {
      fields: changedRuleFields({ hasKeys: rule.keyIds !== undefined }),
      values: { name: rule.name },
    };
    return { page: 'trust-rules-change', title: `Change ${rule.name}`, view: { rule }, form };
  }

  @PageForm('change', 'form', { fields: changedRuleFields({ hasKeys: true }) })
  async change({ session, id, form }: PageRequest): Promise<Redirect> {
    await this.rules.change(session, id, form);
    return { to: 'trust-rules', id, done: 'changed' };
  }

  @Page('remove')
  async confirm({ session, id }: PageRequest): Promise<ShownPage> {
    const rule = await this.rules.detailsToChange(session, id);
    const form = typedNameForm(rule.name);
    return { page: 'trust-rules-remove', title: `Remove ${rule.name}`, view: { rule }, form };
  }

  @PageForm('remove', 'confirm')
  async remove({ session, id, form }: PageRequest): Promise<Redirect> {
    const rule = await this.rules.detailsToChange(session, id);
    checkTypedName(form, rule, 'This is not the name of the trust rule. Nothing was removed.');
    await this.rules.remove(session, id);
    return { to: 'trust-rules', done: 'removed' };
  }
}
