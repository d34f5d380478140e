import { type Call, type History, isCallOf, isDone } from '../../history/history';

/** The time without a success, for one kind of work. */
export interface Outage {
  readonly work: string;
  /** Between the last request that succeeded before and the first one after, as their clients saw it. */
  readonly seconds: number;
}

const works: readonly (readonly [work: string, isOf: (call: Call) => boolean])[] = [
  ['submissions', isCallOf('submit')],
  ['verifications', isCallOf('verify')],
  [
    'changes of credentials and members',
    isCallOf('create', 'rotate', 'revoke', 'demote', 'remove', 'invite'),
  ],
  ['new tokens', isCallOf('authenticate')],
];

/** The longest time without a success that reaches into the time from `began` to `ended`. */
export function outagesIn(
  { calls }: History,
  { began, ended }: { readonly began: number; readonly ended: number },
): readonly Outage[] {
  return works.map(([work, isOf]) => {
    const times = calls
      .filter((call) => isOf(call) && isDone(call))
      .map(({ endedAt }) => endedAt)
      .sort((one, other) => one - other);
    const gaps = times.slice(1).map((to, index) => ({ from: times[index] ?? to, to }));
    const lengths = gaps
      .filter(({ from, to }) => to >= began && from <= ended)
      .map(({ from, to }) => to - from);
    return { work, seconds: Math.max(0, ...lengths) / 1_000 };
  });
}
