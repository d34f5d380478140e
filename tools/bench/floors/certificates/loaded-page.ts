import { openBrowser } from '@governance/testing';
import { type Printer, paper } from './printer';

/** The least that Chromium can do: a page that is loaded and stays as it is, printed again and again. */
export async function loadedPage(document: string): Promise<Printer> {
  const browser = await openBrowser({ endsAtSignals: false });
  const page = await browser.newPage();
  await page.setContent(document);
  return { print: () => page.pdf(paper), end: () => browser.close() };
}
