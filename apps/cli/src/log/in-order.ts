export interface Loading<Item> {
  readonly count: number;
  /** How many load at once. */
  readonly ahead: number;
  readonly load: (number: number) => Promise<Item>;
}

/** What `load` resolves to for each number from 0 on, in their order. */
export async function* inOrder<Item>({ count, ahead, load }: Loading<Item>): AsyncGenerator<Item> {
  const loading: Promise<Item>[] = [];
  for (let next = 0; ;) {
    while (next < count && loading.length < ahead) {
      const item = load(next++);
      // It is awaited in its turn, or never, if an earlier one fails.
      item.catch(() => undefined);
      loading.push(item);
    }
    const first = loading.shift();
    if (!first) return;
    yield await first;
  }
}
