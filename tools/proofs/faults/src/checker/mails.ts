import { type AcceptedMail, type StoredDelivery } from '../history/final-state';
import { isCallOf, isDone } from '../history/history';
import { type Check, type Evidence, type Finding, grouped } from './finding';

function mailsByRecipient({ state }: Evidence): ReadonlyMap<string, readonly AcceptedMail[]> {
  return grouped(state.mails, ({ recipient }) => recipient);
}

/** A delivery that was merged, or that waits, is over a budget. */
function isHeldBack({ state, isWaiting }: StoredDelivery): boolean {
  return state === 'merged' || (state === 'queued' && isWaiting);
}

/** The addresses to which mail was promised, by the result or invitation. */
function promisedMail({ history }: Evidence): ReadonlyMap<string, string> {
  const promised = new Map<string, string>();
  for (const { operation, answer } of history.calls.filter(isCallOf('submit', 'invite')))
    if (answer?.id !== undefined && operation.address !== undefined)
      promised.set(answer.id, operation.address);
  return promised;
}

/** Every acknowledged message is sent, unless the recipient's budget holds it back or the mail server rejects the recipient. */
export const noMailIsLost: Check = (evidence) => {
  const { state, promises } = evidence;
  const deliveries = grouped(state.deliveries, ({ about }) => about);
  const arrived = mailsByRecipient(evidence);
  const rejected = new Set(state.rejected);
  const findings: Finding[] = [];
  for (const [about, address] of promisedMail(evidence)) {
    const own = deliveries.get(about) ?? [];
    const isOverBudget = (arrived.get(address)?.length ?? 0) >= promises.mailsPerRecipient;
    const isSettled = (each: StoredDelivery): boolean =>
      each.state === 'sent' ||
      (isOverBudget && isHeldBack(each)) ||
      (rejected.has(address) && each.state === 'parked');
    if (!own.some(isSettled))
      findings.push({
        rule: 'lost mail',
        text: `to ${address} about ${about}: ${own[0]?.state ?? 'no delivery'}`,
      });
  }
  return findings;
};

/** Every message that is marked as sent arrived. */
export const sentMailArrived: Check = ({ state }) => {
  const arrived = new Set(state.mails.map(({ delivery }) => delivery));
  return state.deliveries
    .filter((delivery) => delivery.state === 'sent' && !arrived.has(delivery.id))
    .map(({ id, about }) => ({ rule: 'lost mail', text: `${id} about ${about} is marked as sent` }));
};

/** Every acknowledged resend has a delivery of its own. */
export const noResendIsLost: Check = ({ history, state }) => {
  // Whether a message may stay parked is another check.
  const settled = ['sent', 'parked'];
  const deliveries = grouped(state.deliveries, ({ about }) => about);
  const findings: Finding[] = [];
  const resends = grouped(
    history.calls.filter(isCallOf('resend')).filter(isDone),
    (call) => call.operation.result,
  );
  for (const [result, calls] of resends) {
    const own =
      deliveries.get(result)?.filter((each) => settled.includes(each.state) || isHeldBack(each)) ?? [];
    // The first one is that of the submission.
    if (own.length < 1 + calls.length)
      findings.push({
        rule: 'lost mail',
        text: `${calls.length} resends of ${result}, ${own.length} deliveries`,
      });
  }
  return findings;
};

/** Every mail belongs to a delivery. Copies have the same bytes, and come only of a fault (docs/adr/0002). */
export const noMailIsInvented: Check = (evidence) => {
  const { state } = evidence;
  const known = new Set(state.deliveries.map(({ id }) => id));
  const findings: Finding[] = [];
  for (const [delivery, copies] of grouped(state.mails, (mail) => mail.delivery)) {
    if (!known.has(delivery)) findings.push({ rule: 'invented mail', text: delivery });
    if (new Set(copies.map(({ digest }) => digest)).size > 1)
      findings.push({ rule: 'changed mail', text: `${copies.length} copies of ${delivery} differ` });
    const unexplained = copies.slice(0, -1).filter(({ at }) => !mayBeUnrecorded(at, evidence));
    if (unexplained.length > 0)
      findings.push({
        rule: 'repeated mail',
        text: `${copies.length} copies of ${delivery}, without a fault`,
      });
  }
  return findings;
};

/** Whether a fault can have kept a message that was accepted then from being recorded. */
function mayBeUnrecorded(at: number, { history, promises }: Evidence): boolean {
  const { recordingMs, recoveryMs } = promises;
  return history.faults.some(({ began, ended }) => at >= began - recordingMs && at <= ended + recoveryMs);
}

/**
 * A budget is that of an hour, counted from the admission of a message. The mail server may take it later, and a worker's clock
 * may jump by ten minutes; so what arrives is compared within half an hour.
 */
const budgetMs = 30 * 60 * 1_000;

/** The budget of a recipient holds at all times. */
export const noBudgetIsExceeded: Check = ({ state, promises: { mailsPerRecipient } }) => {
  const findings: Finding[] = [];
  for (const [recipient, mails] of grouped(state.mails, (mail) => mail.recipient)) {
    const first = [...grouped(mails, ({ delivery }) => delivery).values()].map((copies) =>
      Math.min(...copies.map(({ at }) => at)),
    );
    const times = first.toSorted((one, other) => one - other);
    const isExceeded = times.some(
      (at, index) => (times[index + mailsPerRecipient] ?? Infinity) < at + budgetMs,
    );
    if (isExceeded)
      findings.push({
        rule: 'budget exceeded',
        text: `more than ${mailsPerRecipient} messages to ${recipient}`,
      });
  }
  return findings;
};
