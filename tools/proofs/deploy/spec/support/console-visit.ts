import { type BrowserOptions, openBrowser } from '@governance/testing';
import { signInOnPages } from '../../../../dev-stack/src/platform-demo/device-sign-in';
import { PagesInBrowser } from '../../../../dev-stack/src/platform-demo/pages-in-browser';
import { type StackUser } from '../../../../dev-stack/src/stack-description';

/** Signs an account admin in to the console in a browser, and opens a list of their organization. @throws at an unexpected page. */
export async function visitConsole(
  platformUrl: string,
  user: StackUser,
  options: BrowserOptions = {},
): Promise<void> {
  const browser = await openBrowser(options);
  try {
    const pages = new PagesInBrowser(await browser.newPage());
    await pages.open(`${platformUrl}/console`);
    await signInOnPages(pages, user);
    const members = '/console/members';
    await pages.awaits(`a[href$="${members}"]`);
    await pages.open(platformUrl + members);
    await pages.sees('Members');
    expect(await pages.textOf('main')).toContain(user.email);
  } finally {
    await browser.close();
  }
}
