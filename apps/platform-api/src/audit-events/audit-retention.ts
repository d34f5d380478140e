/** For how long audit events are kept. */
export abstract class AuditRetention {
  abstract readonly days: number;
}
