import { type PlatformTypes } from '@governance/client';
import { failedCheck } from '../connections/connection-test-view';
import { checkReport } from '../domains/domain-view';
import { secondInWords } from '../moments';
import { roleWords } from '../role-words';
import { type Kind, labelOf, type Named, type Names, type Thing } from './audit-names';
import { applicationWords, changeWords, refusalWords, sentenceOf } from './audit-sentences';

export type AuditEvent = PlatformTypes['schemas']['AuditEvent'];

export const outcomeWords = { done: 'Done', refused: 'Refused', abandoned: 'Without effect' } as const;

/** A part of a sentence that is something's name, with the words around it. */
interface Phrase {
  readonly before: string;
  readonly name: string | undefined;
  readonly path: string | undefined;
}

const words = (before: string): Phrase => ({ before, name: undefined, path: undefined });

export function auditRow(event: AuditEvent, names: Names) {
  const { operation, outcome, target, reason, actor } = event;
  const sentence = sentenceOf(operation);
  // Its actor is the person who sent the invitation.
  const isMail = operation === 'org-invitations:deliver';
  return {
    at: secondInWords(new Date(event.created_at)),
    time: event.created_at,
    who: isMail ? words('The service') : actorPhrase(actor, names),
    verb: verbOf(event),
    what: sentence
      ? objectPhrase(sentence.object, { target, names })
      : words('something that this page does not know'),
    ending: operation === 'members:update' && outcome === 'done' ? roleEnding(reason) : '',
    outcome: outcome === 'done' ? undefined : outcomeWords[outcome],
    note: noteOf(event),
    where: actor.client_id === null || isMail ? undefined : applicationWords[actor.client_id],
    // For the search by this person or thing.
    byWho: searchFor('who', actor.subject, names),
    aboutWhat: target === null ? undefined : searchFor('about', target, names),
    details: detailsOf(event),
  };
}

/** The things that an event names. */
export function thingsIn({ actor, operation, target }: AuditEvent): Thing[] {
  const object = sentenceOf(operation)?.object;
  const things: Thing[] = [];
  if (actor.kind === 'person') things.push({ kind: 'member', id: actor.subject });
  if (actor.kind === 'machine') things.push({ kind: 'credential', id: actor.client_id ?? actor.subject });
  if (object !== undefined && !isUnnamed(object) && target !== null)
    things.push({ kind: object, id: target });
  return things;
}

function verbOf({ operation, outcome }: AuditEvent): string {
  const sentence = sentenceOf(operation);
  if (outcome === 'done') return sentence?.done ?? 'did';
  return `${outcome === 'refused' ? 'tried' : 'began'} to ${sentence?.tried ?? 'do'}`;
}

function actorPhrase({ kind, subject, client_id: clientId }: AuditEvent['actor'], names: Names): Phrase {
  if (kind === 'operator') return words('An operator');
  if (kind === 'system') return words('The service');
  if (kind === 'person')
    return known(names.get(subject), '') ?? words(names.has(subject) ? 'A former member' : 'A person');
  const client = clientId ?? subject;
  const found = known(names.get(client), 'The credential ');
  return found ?? words(names.has(client) ? 'A credential that no longer exists' : 'A credential');
}

/** Before the name of a thing; else its kind. */
const leads: Readonly<Record<string, string>> = {
  invitation: 'the invitation to ',
  result: 'the result of ',
  member: '',
};

/** Objects that need no name. */
const unnamed = {
  organization: 'the organization',
  profile: 'their own profile',
  account: 'their own account',
} as const;

function isUnnamed(object: Kind | keyof typeof unnamed): object is keyof typeof unnamed {
  return Object.hasOwn(unnamed, object);
}

function objectPhrase(
  object: Kind | keyof typeof unnamed,
  { target, names }: { readonly target: string | null; readonly names: Names },
): Phrase {
  if (isUnnamed(object)) return words(unnamed[object]);
  const any = `${object === 'invitation' ? 'an' : 'a'} ${object}`;
  if (target === null) return words(any);
  const lead = leads[object] ?? `the ${object} `;
  const found = known(names.get(target), lead);
  if (found) return found;
  // Its id is its name.
  if (object === 'domain') return { ...words(lead), name: target };
  if (!names.has(target)) return words(any);
  return words(object === 'member' ? 'a former member' : `${any} that no longer exists`);
}

function known(named: Named | undefined, before: string): Phrase | undefined {
  return named && { before, name: named.name, path: named.path };
}

function roleEnding(reason: string | null): string {
  const role =
    reason !== null && Object.hasOwn(roleWords, reason) ? roleWords[reason as keyof typeof roleWords] : '';
  return role && ` to ${role}`;
}

/** What is known of the outcome beside the sentence, by operation, if the event has a reason. */
const reasonNotes: Readonly<Record<string, (reason: string) => string | undefined>> = {
  'connections:test': failure,
  'connections:update': changesInWords,
  'domains:check': (reason) => checkReport(reason as never)?.found.replace(/\.$/, ''),
  'domains:lapse': (reason) => checkReport(reason as never)?.found.replace(/\.$/, ''),
  'org-invitations:deliver': () => 'The mail could not be sent',
};

function noteOf({ operation, outcome, reason }: AuditEvent): string | undefined {
  if (reason === null) return operation === 'connections:test' && outcome === 'done' ? noProblem : undefined;
  if (outcome === 'refused') return refusalWords[reason];
  return Object.hasOwn(reasonNotes, operation) ? reasonNotes[operation]?.(reason) : undefined;
}

const noProblem = 'No problem was found';

function changesInWords(reason: string): string | undefined {
  const changes = reason.split(',').flatMap((change) => changeWords[change] ?? []);
  return changes.length > 0 ? `Changed: ${changes.join(', ')}` : undefined;
}

function failure(problem: string): string {
  const check = failedCheck(problem);
  return check === undefined ? 'A problem was found' : `Failed: ${check}`;
}

/** What is no longer there is searched by its id. */
function searchFor(field: 'who' | 'about', id: string, names: Names) {
  const named = names.get(id);
  const label = named ? labelOf(named) : undefined;
  return { label, parameters: new URLSearchParams({ [field]: label ?? id }).toString() };
}

/** As the API has them, for a question to the operator. */
function detailsOf(event: AuditEvent) {
  const { actor, second_factor_age_seconds: age } = event;
  const facts: readonly (readonly [string, string | number | null])[] = [
    ['Time', event.created_at],
    ['Operation', event.operation],
    ['Actor', actor.subject],
    ['Application', actor.client_id],
    ['Issuer', actor.issuer],
    ['Target', event.target],
    ['Reason', event.reason],
    ['Age of the second factor, in seconds', age],
    ['Request', event.request_id],
  ];
  return facts.filter(([, value]) => value !== null).map(([label, value]) => ({ label, value }));
}
