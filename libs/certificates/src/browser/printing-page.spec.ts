import { testBrowser, until } from '@governance/testing';
import { type CDPSession } from 'puppeteer';
import { launchBrowser, type LaunchedBrowser } from './launch-browser';
import { PrintingPage } from './printing-page';

describe('a printing page', () => {
  let launched: LaunchedBrowser;
  let session: CDPSession;
  let page: PrintingPage;

  beforeAll(async () => {
    launched = await launchBrowser({
      executable: testBrowser,
      deadlineMs: 20_000,
      warn: () => undefined,
    });
    page = await PrintingPage.open(launched, '<!doctype html><main></main>');
    const tab = (await launched.browser.pages()).at(-1);
    if (tab) session = await tab.createCDPSession();
  });
  afterAll(() => launched.remove());

  async function nodes(): Promise<number> {
    return (await session.send('Memory.getDOMCounters')).nodes;
  }

  it('releases the memory of printed certificates', async () => {
    const markup = '<i></i>'.repeat(1_000);
    for (let print = 0; print < 50; print += 1) await page.print({ sheet: 'certificate', markup });
    // It collects its garbage after it has answered.
    await until(async () => (await nodes()) <= 2_000);
  });
});
