import { isTrustPreset, presetFacts, type TrustPreset, trustPresets } from '@governance/iam';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsoleSettings } from '../console-settings';
import { type FormProblem, formProblemOf, type SentForm } from '../form-problem';
import { type Redirect } from '../page-answers.interceptor';
import { ConsoleTrustRules } from './console-trust-rules.service';
import { markedWords } from './marked-words';
import { presetClaims } from './preset-claims';
import { newRuleFields, proposedValues } from './trust-rule-fields';
import { trustRuleList } from './trust-rule-list';

/** The list of trust rules, and a new one: first its preset, then the form of the preset. */
@ConsoleController('trust-rules')
export class ConsoleTrustRulesController {
  constructor(
    private readonly rules: ConsoleTrustRules,
    private readonly lists: ConsoleLists,
    private readonly settings: ConsoleSettings,
  ) {}

  @Page()
  list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, trustRuleList);
  }

  @Page('new')
  async form({ session, query, form: sent }: PageRequest): Promise<ShownPage> {
    const preset = presetIn(sent.get('preset') ?? query.preset);
    if (preset === undefined) {
      await this.rules.requireWrite(session);
      return { page: 'trust-rules-presets', title: 'New trust rule', view: { presets } };
    }
    const { service_identity_id: given } = query;
    const form = {
      fields: newRuleFields(preset),
      values: {
        ...proposedValues(preset, this.settings.machineIssuer),
        service_identity_id: typeof given === 'string' ? given : '',
      },
      choices: await this.rules.choices(session),
    };
    const view = { preset: presetView(preset), workload: workloadFields(preset) };
    return { page: 'trust-rules-new', title: `New trust rule: ${presetFacts[preset].title}`, view, form };
  }

  @PageForm('', 'form', { problem: newRuleProblem })
  async create({ session, form }: PageRequest): Promise<Redirect> {
    const preset = presetIn(form.get('preset'));
    if (preset === undefined) return { to: 'trust-rules/new' };
    const { id } = await this.rules.create(session, form, preset);
    return { to: 'trust-rules', id, done: 'added' };
  }
}

function presetIn(value: unknown): TrustPreset | undefined {
  return typeof value === 'string' && isTrustPreset(value) ? value : undefined;
}

function newRuleProblem(error: unknown, { form, fields }: SentForm): FormProblem {
  const preset = presetIn(form.get('preset'));
  return formProblemOf(error, { form, fields: preset ? newRuleFields(preset) : fields });
}

function presetView(key: TrustPreset) {
  const { title, explanation } = presetFacts[key];
  return { key, title, explanation: markedWords(explanation) };
}

const presets = trustPresets.map(presetView);

/** The fields that say which workload is meant. */
function workloadFields(preset: TrustPreset): readonly string[] {
  const shown = newRuleFields(preset);
  const workload = [
    ...Object.keys(presetClaims[preset]),
    'subject',
    'issuer',
    'key_set',
    'claims',
    'audience',
  ];
  return workload.filter((name) => name in shown);
}
