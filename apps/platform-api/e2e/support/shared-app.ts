/** An app that a worker starts once, at its first use, for all of its files. It ends with the worker. */
export function sharedApp<App>(start: () => Promise<App>): () => Promise<App> {
  let app: Promise<App> | undefined;
  return () => (app ??= start());
}
