declare global {
  // Jest loads the tear-down apart from the tests; the global object is what they share.
  var closeSharedParts: (() => Promise<void>)[] | undefined;
}

/** A part of the tests that a worker starts once, at its first use, for all of its files; the tear-down of the run closes it. */
export function sharedPart<Part extends { close(): Promise<void> }>(
  start: () => Promise<Part>,
): () => Promise<Part> {
  let part: Promise<Part> | undefined;
  return () => {
    if (!part) {
      const started = start();
      // One that did not start has failed the tests that asked for it.
      const close = (): Promise<void> =>
        started.then(
          (one) => one.close(),
          () => undefined,
        );
      (globalThis.closeSharedParts ??= []).push(close);
      part = started;
    }
    return part;
  };
}
