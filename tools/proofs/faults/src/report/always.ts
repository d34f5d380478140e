import { type Evidence, type Finding, type RuleName } from '../checker/finding';
import { type Call, isCallOf, isDone } from '../history/history';

/** A hostile or hasty client that is part of every load, and the promises that it tries to break. */
interface Attempt {
  readonly name: string;
  readonly title: string;
  readonly rules: readonly RuleName[];
  readonly times: (evidence: Evidence) => number;
}

const keyed = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(isCallOf('submit')).filter(({ operation }) => operation.keyed);

/** In the order of docs/reliability.md. */
const attempts: readonly Attempt[] = [
  {
    name: 'F4',
    title: 'submissions are repeated with their `Idempotency-Key`',
    rules: ['repeated submission', 'lost submission'],
    times: ({ history }) => {
      const sent = keyed(history.calls);
      return sent.length - new Set(sent.map(({ operation }) => JSON.stringify(operation))).size;
    },
  },
  {
    name: 'F22',
    title: 'submissions have markup or an address in the name of an organization',
    rules: ['unescaped text'],
    times: ({ history }) =>
      history.calls
        .filter(isCallOf('submit'))
        .filter(({ operation }) => /[<>{}]/.test(operation.name ?? ''))
        .filter(isDone).length,
  },
  {
    name: 'F23',
    title: 'mails are asked for again, also with forged addresses and at both replicas',
    rules: ['resend limit exceeded', 'budget exceeded'],
    times: ({ history }) => history.calls.filter(isCallOf('resend')).length,
  },
  {
    name: 'F25',
    title: 'tokens are used while, or after, their credential is revoked',
    rules: ['revoked credential accepted'],
    times: ({ history }) => history.calls.filter(isCallOf('access')).length,
  },
  {
    name: 'F26',
    title: 'credentials are rotated twice at once',
    rules: ['impossible credential history', 'lost credential', 'orphan client'],
    times: ({ history }) => history.calls.filter(isCallOf('rotate')).length,
  },
  {
    name: 'F30',
    title: 'certificates are printed on reused pages, and each one is read',
    rules: ['mixed-up certificate'],
    times: ({ state }) => state.mails.flatMap(({ certificates }) => certificates).length,
  },
];

/** A row for each attempt, as in docs/reliability.md. */
export function attemptRows(
  evidence: Evidence,
  findings: readonly Finding[],
): readonly (readonly (string | number)[])[] {
  return attempts.map(({ name, title, rules, times }) => [
    name,
    title,
    times(evidence),
    rules.join(', '),
    findings.filter(({ rule }) => rules.includes(rule)).length,
  ]);
}
