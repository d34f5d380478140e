/** Numbers that a seed determines (mulberry32). */
export class Random {
  private state: number;

  constructor(private readonly seed: number) {
    this.state = seed >>> 0;
  }

  /** The numbers of one of many clients: they do not depend on how many the others have drawn. */
  stream(index: number): Random {
    return new Random(Math.imul(this.seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(index + 1, 0x9e3779b1));
  }

  /** From 0, less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least`, at most `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick.');
    return item;
  }

  shuffled<Item>(items: readonly Item[]): readonly Item[] {
    const left = [...items];
    const order: Item[] = [];
    while (left.length > 0) order.push(...left.splice(this.between(0, left.length - 1), 1));
    return order;
  }
}
