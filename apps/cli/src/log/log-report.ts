import { type RecordFindings } from './operator-records';

/** What reading a log found. Its sentences are for people. */
export class LogReport {
  readonly facts: string[] = [];
  /** Of the log itself: one is reason enough to distrust it. */
  readonly problems: string[] = [];
  /** What could not be checked with the keys and files that were given. */
  readonly unchecked: string[] = [];
  readonly remarks: string[] = [];
  /** Checkpoints that the log signed and that contradict each other. */
  evidence: readonly string[] = [];
  /** Undefined if no records were given. */
  records: RecordFindings | undefined;
  private readonly described: Record<string, unknown> = {};

  /** Adds members to the result, for programs too. */
  describe(members: Readonly<Record<string, unknown>>): void {
    Object.assign(this.described, members);
  }

  get members(): Readonly<Record<string, unknown>> {
    return this.described;
  }
}
