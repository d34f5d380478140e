import { type CallOf, isCallOf } from '../history/history';
import { holdersIn } from '../load/holder-names';
import { type Check, type Evidence } from './finding';

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

/** The call that asked for each stored result, answered or not. */
function submissions({ history, state }: Evidence): ReadonlyMap<string, CallOf<'submit'>['operation']> {
  const operations = new Map(
    history.calls.filter(isCallOf('submit')).map(({ operation }) => [operation.submission, operation]),
  );
  const byResult = new Map<string, CallOf<'submit'>['operation']>();
  for (const { id, submission } of state.results) {
    const operation = operations.get(submission);
    if (operation !== undefined) byResult.set(id, operation);
  }
  return byResult;
}

/** Whether a text names exactly these, each as often as it likes. */
function namesOnly<Name>(found: Iterable<Name>, expected: readonly Name[]): boolean {
  const names = new Set(found);
  return names.size === expected.length && expected.every((name) => names.has(name));
}

/** A mailed certificate has the id of its own result and no other one, and the name that its own submission declared. */
export const certificatesAreNotMixedUp: Check = (evidence) => {
  const asked = submissions(evidence);
  return printedCertificates(evidence)
    .filter(({ about, text }) => {
      const operation = asked.get(about);
      const holders = operation?.name === undefined ? [] : [operation.submission];
      return !namesOnly(text.match(ids) ?? [], [about]) || !namesOnly(holdersIn(text), holders);
    })
    .map(({ about, text }) => ({
      rule: 'mixed-up certificate',
      text: `that of ${about} names ${[...(text.match(ids) ?? []), ...holdersIn(text)].join(', ')}`,
    }));
};

/** A declared name is printed letter for letter. */
export const namesArePrintedAsText: Check = (evidence) => {
  const asked = submissions(evidence);
  return printedCertificates(evidence)
    .filter(({ about, text }) => !text.includes(withoutSpaces(asked.get(about)?.name ?? '')))
    .map(({ about }) => ({
      rule: 'unescaped text',
      text: `${about} does not print ${asked.get(about)?.name ?? ''}`,
    }));
};

interface PrintedCertificate {
  /** The result that it was mailed for. */
  readonly about: string;
  /** Without spaces. */
  readonly text: string;
}

function printedCertificates({ state }: Evidence): readonly PrintedCertificate[] {
  const results = new Map(state.deliveries.map(({ id, about }) => [id, about]));
  return state.mails.flatMap(({ delivery, certificates }) =>
    certificates.map((text) => ({ about: results.get(delivery) ?? '', text })),
  );
}

/** Nothing follows the address in a hostile text. */
export const hostileTextIsOnlyPrinted: Check = ({ state }) =>
  state.trapRequests.map((path) => ({ rule: 'unescaped text', text: `${path} was requested` }));
