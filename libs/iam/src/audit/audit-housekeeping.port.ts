/** Deletes rows that are no longer needed. Can be repeated and run concurrently; a worker calls it periodically. */
export abstract class AuditHousekeeping {
  /**
   * Deletes the events of all organizations up to `moment`, except those that no signed tree head covers yet. Returns their
   * number. Rejects with `StoreUnavailable`, and with another error while `moment` is less than `fewestAuditDays` ago: the
   * database keeps younger events.
   */
  abstract removeUntil(moment: Date): Promise<number>;
}

/** The shortest time for which audit events are kept. */
export const fewestAuditDays = 30;

/** The time for which audit events are kept by default. */
export const defaultAuditDays = 400;
