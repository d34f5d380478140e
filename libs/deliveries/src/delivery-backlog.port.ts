/** What waits for a worker of its kinds at one moment: due, and held by nobody. */
export interface Backlog {
  readonly due: number;
  /** Since when the oldest of them has been due; undefined when nothing is. */
  readonly dueSince: Date | undefined;
}

/** Measures the queue for operators. Cheap however many deliveries have been sent. */
export abstract class DeliveryBacklog {
  abstract measure(now: Date): Promise<Backlog>;
}
