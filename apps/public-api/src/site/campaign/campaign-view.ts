import { type CampaignDraftState, dayInWords, draftStateOf, type LinkedDraft } from '@governance/assessments';
import { publishedRubrics } from '@governance/rubric';
import { type AskedBy } from '../assessment-form/assessment-view';
import { momentOf } from '../moment';

/** The path of the pages of a link, without that of the site. */
export function campaignPath(capability: string): string {
  return `/campaign/${capability}`;
}

/** What became of the code, for the page that asks for it. */
export interface CodeNotice {
  readonly sent?: boolean;
  readonly problem?: string;
  /** The form that waits for the code. */
  readonly carried?: URLSearchParams;
}

export interface CampaignContext {
  readonly capability: string;
  readonly now: Date;
  /** Whether the browser may see what is saved. */
  readonly allowed: boolean;
  /** The page of the result; empty if the browser may not see it. */
  readonly resultUrl?: string;
  readonly hasJustSaved?: boolean;
  readonly code?: CodeNotice;
}

const saved = 'Your answers are saved. Open this link again to continue.';

const titles = {
  open: 'You are asked for an assessment',
  submitted: 'Your answers were sent',
  closed: 'This assessment was closed',
  overdue: 'The due day has passed',
} as const;

/** The page of a link, and of the code for it. */
export function campaignView(draft: LinkedDraft, context: CampaignContext) {
  const { capability, now, allowed, resultUrl = '', code } = context;
  const state = draftStateOf(draft, now);
  const savedAt = state === 'open' ? draft.savedAt : undefined;
  return {
    ...senderView(draft, capability),
    ...stateView(draft, state),
    domain: draft.domain,
    contactName: draft.contactName ?? '',
    message: draft.message,
    due: dayInWords(draft.dueAt),
    questions: publishedRubrics.current.questions.filter(({ modes }) => modes.includes(draft.mode)).length,
    savedAt: savedAt && momentOf(savedAt.toISOString()),
    notice: savedAt && allowed && context.hasJustSaved === true ? saved : '',
    needsCode: !allowed && (savedAt !== undefined || state === 'submitted'),
    resultUrl,
    optedOut: draft.optedOutAt !== undefined,
    code: codeView(draft, now, code),
  };
}

/** The days are empty in other states. */
function stateView({ submittedAt, closesAt }: LinkedDraft, state: CampaignDraftState) {
  return {
    title: titles[state],
    open: state === 'open',
    submitted: submittedAt ? dayInWords(submittedAt) : '',
    closed: state === 'closed' ? dayInWords(closesAt) : '',
    overdue: state === 'overdue',
  };
}

/** What every page of a link says of it. */
export function senderView({ senderName, clientName }: LinkedDraft, capability: string) {
  return { senderName, clientName: clientName ?? 'your organization', path: campaignPath(capability) };
}

/** What the form says of the campaign that asks for it. */
export function askedBy(draft: LinkedDraft, capability: string, version: number): AskedBy {
  const { clientName = 'Your organization', dueAt } = draft;
  return { ...senderView(draft, capability), clientName, due: dayInWords(dueAt), version };
}

function codeView(
  { hasRecipient, codeExpiresAt }: LinkedDraft,
  now: Date,
  { sent = false, problem = '', carried }: CodeNotice = {},
) {
  return {
    offered: hasRecipient,
    expected: sent || (codeExpiresAt !== undefined && codeExpiresAt > now),
    sent,
    problem,
    carried: carried && [...carried].filter(([name]) => name !== 'code' && name !== 'send').map(toField),
  };
}

function toField([name, value]: [string, string]) {
  return { name, value };
}
