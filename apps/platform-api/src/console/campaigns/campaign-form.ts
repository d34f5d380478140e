import {
  checkCampaign,
  longestCampaignDays,
  longestMessage,
  longestSearch,
  longestTag,
  modeInWords,
  mostNamedClients,
  reminderDays,
} from '@governance/assessments';
import { type PlatformTypes } from '@governance/client';
import { checkName, RuleViolation } from '@governance/kernel';
import { type FormFields } from '../form-fields';

type Creation = PlatformTypes['schemas']['CreateCampaign'];

const dayMs = 24 * 60 * 60_000;
/** From today to the due day that the form begins with. */
const usualDays = 14;

const all = 'all';
const named = 'named';
const you = 'you';

export const campaignFields = {
  name: {
    label: 'Name',
    hint: 'For your organization, such as “Spring 2027”. The mails do not show it.',
    maxLength: 100,
    check: (value: string) => checkName('name', value),
  },
  mode: {
    label: 'Who is assessed',
    type: 'radio',
    choices: Object.entries(modeInWords).map(([value, label]) => ({ value, label })),
  },
  due_at: {
    label: 'Due day',
    hint: `The links work until the end of this day, in UTC. Who has not answered is reminded ${reminderDays.slice(0, -1).join(', ')} days before and on the day.`,
    type: 'date',
    check: checkDay,
    words: {
      'must be an RFC 3339 time': 'Choose the due day.',
      [`must be on one of the next ${longestCampaignDays} days, in UTC`]:
        'Choose a due day from tomorrow to a year ahead.',
    },
  },
  message: {
    label: 'Your words in the mail',
    hint: `Plain text of at most ${longestMessage} characters, without addresses and links.`,
    type: 'textarea',
    isOptional: true,
    maxLength: longestMessage,
    check: (message: string) => checkCampaign({ ...valid, message }, begin),
  },
  which: {
    label: 'Clients',
    type: 'radio',
    choices: [
      {
        value: all,
        label: 'All current clients that match',
        about: 'Without a condition below, all of them.',
      },
      { value: named, label: 'The clients in the list below' },
    ],
  },
  search: { label: 'Words of a client', isOptional: true, maxLength: longestSearch },
  tag: { label: 'Tag', isOptional: true, maxLength: longestTag },
  owner: {
    label: 'Looked after by',
    type: 'select',
    isOptional: true,
    choices: [
      { value: '', label: 'All' },
      { value: you, label: 'You' },
    ],
  },
  named: {
    label: 'List of clients',
    hint: `One reference in each line, at most ${mostNamedClients.toLocaleString('en')}; or a CSV file with a column for the reference or the id.`,
    type: 'textarea',
    isOptional: true,
    members: ['clients', 'ids', 'each', 'filter'],
  },
} satisfies FormFields;

/** The rule of the message alone needs a campaign with nothing else to refuse. */
const begin = new Date(0);
const valid = { name: 'x', mode: 'msp-self', dueAt: new Date(dayMs).toISOString() };

function checkDay(day: string): void {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new RuleViolation('due_at must be an RFC 3339 time');
}

export function campaignValues(now: Date): Readonly<Partial<Record<keyof typeof campaignFields, string>>> {
  const due = new Date(now.getTime() + usualDays * dayMs);
  return { mode: 'client-on-behalf', due_at: due.toISOString().slice(0, 10), which: all };
}

/** The text in which clients are named; undefined if the form asks for all that match. */
export function namedIn(form: URLSearchParams): string | undefined {
  return form.get('which') === named ? (form.get('named') ?? '') : undefined;
}

/** The campaign that a form asks for, of the named clients or of all that match. What the API refuses, it refuses. */
export function campaignOf(
  form: URLSearchParams,
  { ids, subject }: { readonly ids: readonly string[] | undefined; readonly subject: string },
): Creation {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  const day = text('due_at');
  const conditions = {
    search: text('search'),
    tag: text('tag'),
    owner: text('owner') === you ? subject : '',
  };
  const filter = Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== ''));
  return {
    name: text('name'),
    mode: text('mode') as Creation['mode'],
    due_at: day === '' ? '' : `${day}T12:00:00Z`,
    message: text('message'),
    clients: ids ? { ids: [...ids] } : { filter },
  };
}
