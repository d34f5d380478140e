/** The backlog of a worker at one moment: due deliveries that no worker holds. */
export interface Backlog {
  readonly due: number;
  /** When the oldest of them became due; undefined when none is due. */
  readonly dueSince: Date | undefined;
}

/** Measures the queue for operators. The cost does not depend on the number of sent deliveries. */
export abstract class DeliveryBacklog {
  abstract measure(now: Date): Promise<Backlog>;
}
