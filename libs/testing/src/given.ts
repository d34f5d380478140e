type Hook = (work: () => Promise<void>) => void;

/**
 * What `open` returns before the tests of the file or `describe`, copied into one object whose members exist once a test or a
 * later hook runs. Not for classes whose fields change or are `#private`.
 */
export function given<Part extends object>(open: () => Promise<Part>, before: Hook = beforeAll): Part {
  const part = {} as Part;
  before(async () => {
    const value = await open();
    Object.setPrototypeOf(part, Object.getPrototypeOf(value) as object | null);
    Object.assign(part, value);
  });
  return part;
}

/** The same, and closed after the tests. */
export function opened<Part extends { close(): Promise<void> }>(
  open: () => Promise<Part>,
  [before, after]: readonly [Hook, Hook] = [beforeAll, afterAll],
): Part {
  const part = given(open, before);
  after(() => part.close());
  return part;
}
