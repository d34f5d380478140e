import {
  checkClientChange,
  longestReference,
  longestTag,
  mostTags,
  type OrgClientRequest,
} from '@governance/assessments';
import { type PlatformTypes } from '@governance/client';
import { type FormFields } from '../form-fields';
import { type Client } from './client-view';

type Schemas = PlatformTypes['schemas'];
type Update = Schemas['UpdateClient'];

const checked =
  (request: (value: string) => OrgClientRequest) =>
  (value: string): unknown =>
    checkClientChange(request(value));

/** The choices of `owner_id` and `member_ids` are the members, if this person may see them. */
export const clientFields = {
  name: {
    label: 'Name',
    maxLength: 100,
    check: checked((name) => ({ name })),
  },
  contact_name: {
    label: 'Name of the contact',
    isOptional: true,
    maxLength: 100,
    check: checked((contactName) => ({ contactName })),
  },
  contact_email: {
    label: 'Email address of the contact',
    isOptional: true,
    maxLength: 254,
    inputMode: 'email',
    check: checked((contactEmail) => ({ contactEmail })),
    words: {
      'must be an email': 'Email address of the contact must have the form name@example.org.',
    },
  },
  reference: {
    label: 'Reference',
    hint: 'The key of the client in your own system. No two clients have the same.',
    isOptional: true,
    maxLength: longestReference,
    check: checked((reference) => ({ reference })),
  },
  domain: {
    label: 'Domain',
    hint: 'Such as acme.example.',
    isOptional: true,
    maxLength: 253,
    check: checked((domain) => ({ domain })),
  },
  tags: {
    label: 'Tags',
    hint: `Groups that the client belongs to, separated by commas; at most ${mostTags}.`,
    isOptional: true,
    maxLength: (longestTag + 2) * mostTags,
    members: ['each'],
    check: checked((tags) => ({ tags: tagsIn(tags) })),
    words: {
      'must have at most 10 texts': `A client has at most ${mostTags} tags.`,
      'tag must have 1 to 40 characters': `Each tag must have 1 to ${longestTag} characters.`,
      'tag must have no comma or semicolon': 'Each tag must have no comma or semicolon.',
    },
  },
  owner_id: {
    label: 'Looked after by',
    type: 'select',
    isOptional: true,
    words: { 'must be the id of a member of the organization': 'Choose a member, or leave it open.' },
  },
  member_ids: {
    label: 'Who sees the client',
    hint: 'If you choose members, only they and the administrators see the client, its results and its events.',
    type: 'checkbox',
    isOptional: true,
    words: {
      'must be ids of members of the organization':
        'A chosen member has left the organization: choose others.',
      'must have at most 50 ids': 'Choose at most 50 members.',
    },
  },
} satisfies FormFields;

/** Tells a form without members from one in which none is chosen. */
export const assigns = 'assigns';

type Field = Exclude<keyof typeof clientFields, 'member_ids'>;

export function clientValues(client: Client): Readonly<Record<Field, string>> {
  const text = (member: string | null): string => member ?? '';
  return {
    name: text(client.name),
    contact_name: text(client.contact_name),
    contact_email: text(client.contact_email),
    reference: text(client.reference),
    domain: text(client.domain),
    tags: client.tags.join(', '),
    owner_id: text(client.owner_id),
  };
}

/** The client that a form asks for. What the API refuses, it refuses. */
export function newClientOf(form: URLSearchParams): Schemas['CreateClient'] {
  const { tags, ...texts } = sentIn(form);
  const members = form.getAll('member_ids');
  return {
    name: '',
    ...texts,
    tags: tagsIn(tags ?? ''),
    ...(members.length > 0 && { member_ids: members }),
  };
}

/** Only what differs, so that the audit events name what a person has changed. What is left empty is cleared. */
export function clientChangeOf(form: URLSearchParams, client: Client): Update {
  const before = clientValues(client);
  const { name, tags, ...texts } = sentIn(form);
  const isChanged = ([field, text]: [string, string]): boolean => text !== before[field as Field];
  const changed = Object.entries(texts)
    .filter(isChanged)
    .map(([field, text]) => [field, text === '' ? null : text] as const);
  return {
    ...(Object.fromEntries(changed) as Pick<Update, 'contact_name'>),
    ...(name !== undefined && name !== before.name && { name }),
    ...(tags !== undefined && tags !== before.tags && { tags: tagsIn(tags) }),
    ...(isAssigned(form, client) && { member_ids: form.getAll('member_ids') }),
  };
}

/** Whether other members are chosen than those of the client. */
function isAssigned(form: URLSearchParams, { member_ids: before }: Client): boolean {
  const chosen = new Set(form.getAll('member_ids'));
  return form.has(assigns) && (chosen.size !== before.length || before.some((id) => !chosen.has(id)));
}

/** The fields that were sent: the page leaves out the owner if it does not know the members. */
function sentIn(form: URLSearchParams): Partial<Record<Field, string>> {
  const fields = Object.keys(clientFields).filter((field) => field !== 'member_ids' && form.has(field));
  return Object.fromEntries(fields.map((field) => [field, (form.get(field) ?? '').trim()]));
}

function tagsIn(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
