/** An app that a file starts once, at its first use. */
interface Started {
  close(): Promise<void>;
}

/** Closed by `close-shared-apps` when the file ends. */
export const started: Started[] = [];

export function sharedApp<App extends Started>(start: () => Promise<App>): () => Promise<App> {
  let app: App | undefined;
  return async () => {
    if (app === undefined) started.push((app = await start()));
    return app;
  };
}
