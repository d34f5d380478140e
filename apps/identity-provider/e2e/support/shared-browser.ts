import { openBrowser, sharedPart } from '@governance/testing';

/** A visitor's browser, which the files of a run share: each page has its own context. */
export const sharedBrowser = sharedPart(() => openBrowser());

/** Closes the pages of a file. */
export async function leaveBrowser(): Promise<void> {
  const [, ...contexts] = (await sharedBrowser()).browserContexts();
  await Promise.all(contexts.map((context) => context.close()));
}
