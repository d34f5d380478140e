import { type LoggedEntry } from './logged-entry';

/** The clocks of several programs differ a little. */
const toleratedMs = 5 * 60_000;
const mostRemarks = 20;

/** Notices entries whose minute cannot be true: they are in the order in which the log took them. */
export class EntryTimes {
  private latest = { number: 0, minute: '', at: Number.NEGATIVE_INFINITY };
  private readonly named: string[] = [];
  private unnamed = 0;

  /** `now` is in milliseconds since 1970. */
  constructor(private readonly now: number) {}

  /** The next entry of the log. */
  see({ number, minute }: LoggedEntry): void {
    const at = Date.parse(minute);
    if (at < this.latest.at - toleratedMs)
      this.remark(
        `Entry ${number} is of ${minute}, after entry ${this.latest.number} of ${this.latest.minute}`,
      );
    if (at > this.now + toleratedMs) this.remark(`Entry ${number} is of ${minute}, which is yet to come`);
    if (at > this.latest.at) this.latest = { number, minute, at };
  }

  /** The first ones, and the number of the others. */
  remarks(): readonly string[] {
    return this.unnamed > 0
      ? [...this.named, `${this.unnamed} further entries have such a minute`]
      : this.named;
  }

  private remark(text: string): void {
    if (this.named.length < mostRemarks) this.named.push(text);
    else this.unnamed += 1;
  }
}
