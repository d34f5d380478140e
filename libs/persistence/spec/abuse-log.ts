import { type EmailBudget } from '@governance/deliveries';

/** A message sent in a simulation. */
export interface SentMessage {
  readonly sentAt: number;
}

/** The shortest time in which one message more than the budget allows was sent; `keyOf` maps a message to its scope. */
export function shortestExcess<Sent extends SentMessage>(
  { limit }: EmailBudget,
  log: readonly Sent[],
  keyOf: ((sent: Sent) => string) | undefined,
): number {
  if (!keyOf) throw new Error('the simulation does not know the scope');
  const spans = [...Map.groupBy(log, keyOf).values()].flatMap((messages) => {
    const times = messages.map(({ sentAt }) => sentAt).toSorted((one, other) => one - other);
    return times.slice(limit).map((time, index) => time - (times[index] ?? 0));
  });
  return spans.reduce((shortest, span) => Math.min(shortest, span), Infinity);
}
