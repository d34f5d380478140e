import { parseRfc3339 } from '@governance/iam';
import {
  asUuid,
  canonicalName,
  checkName,
  hasHiddenCharacters,
  hiddenCharactersRefused,
  RuleViolation,
} from '@governance/kernel';
import { type Mode, modes } from '@governance/rubric';
import { type CampaignDetails, endOfDay } from './campaign';

export const longestMessage = 500;
/** The most days from now to the due day. */
export const longestCampaignDays = 366;
/** The first campaign of an organization has no more mails. */
export const mostFirstMails = 50;
/** The most ids that a request can name: it has at most 100 KiB. A filter has no such limit. */
export const mostNamedClients = 2_000;
/** The most campaigns of an organization. */
export const mostCampaigns = 1_000;

/** Days before the due day, in the order of the reminders. */
export const reminderDays = [7, 3, 1, 0] as const;
export type ReminderDays = (typeof reminderDays)[number];

/** Reminders are sent from this hour (UTC). */
export const reminderHour = 6;
/** A reminder comes no earlier after the first mail. */
export const hoursToFirstReminder = 12;

/** Then what a campaign stores of a contact is deleted, counted from its end. Its progress stays. */
export const keptDraftDays = 90;

const dayMs = 24 * 60 * 60_000;

/** The requested details, as clients send them. */
export interface CampaignRequest {
  readonly name: string;
  readonly mode: string;
  readonly message: string | undefined;
  readonly dueAt: string;
}

/** The details of a request, in canonical form. Throws `RuleViolation`. */
export function checkCampaign({ name, mode, message, dueAt }: CampaignRequest, now: Date): CampaignDetails {
  return {
    name: checkName('name', name),
    mode: checkMode(mode),
    message: checkMessage(message ?? ''),
    dueAt: checkDueAt(dueAt, now),
  };
}

function checkMode(text: string): Mode {
  const mode = modes.find((known) => known === text);
  if (mode === undefined) throw new RuleViolation(`mode must be one of ${modes.join(', ')}`);
  return mode;
}

/** What a mail program could turn into a link: an address, a URL, a host name or an IP address. */
const links = /@|:\/\/|\p{L}[\p{L}\p{N}+.-]*:\S|[\p{L}\p{N}]\.\p{L}{2}|\d{1,3}(?:\.\d{1,3}){3}/u;

/** Whether a text has something that a mail program could turn into a link. */
export function hasLinks(text: string): boolean {
  return links.test(text.normalize('NFKC'));
}

function checkMessage(text: string): string {
  const message = canonicalName(text.replaceAll('\r\n', '\n'));
  if (Array.from(message).length > longestMessage)
    throw new RuleViolation(`message must have at most ${longestMessage} characters`);
  if (message.split('\n').some(hasHiddenCharacters))
    throw new RuleViolation(`message ${hiddenCharactersRefused}`);
  if (hasLinks(message)) throw new RuleViolation('message must have no addresses or links');
  return message;
}

function checkDueAt(text: string, now: Date): Date {
  const dueAt = parseRfc3339(text);
  if (dueAt === undefined) throw new RuleViolation('due_at must be an RFC 3339 time');
  if (dueAt < endOfDay(now) || dueAt.getTime() > now.getTime() + longestCampaignDays * dayMs)
    throw new RuleViolation(`due_at must be on one of the next ${longestCampaignDays} days, in UTC`);
  return dueAt;
}

/** The ids of a request, each once, in stored form. Throws `RuleViolation`. */
export function checkClientIds(texts: readonly string[]): readonly string[] {
  const ids = new Set(texts.map(checkClientId));
  if (ids.size === 0 || ids.size > mostNamedClients)
    throw new RuleViolation(`clients must name 1 to ${mostNamedClients} ids`);
  return [...ids];
}

function checkClientId(text: string): string {
  const id = asUuid(text);
  if (id === undefined) throw new RuleViolation('each id of clients must be the id of a client');
  return id;
}
