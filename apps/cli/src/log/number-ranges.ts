/** Ascending numbers in little memory: those that follow each other are one range. */
export class NumberRanges {
  private readonly ranges: { first: number; last: number }[] = [];
  private numbers = 0;

  /** A number above all others. */
  add(number: number): void {
    this.numbers += 1;
    const range = this.ranges.at(-1);
    if (range?.last === number - 1) range.last = number;
    else this.ranges.push({ first: number, last: number });
  }

  get count(): number {
    return this.numbers;
  }

  /** "0–41, 57" */
  toString(): string {
    return this.ranges
      .map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
      .join(', ');
  }

  toJSON(): readonly { readonly first: number; readonly last: number }[] {
    return this.ranges;
  }
}
