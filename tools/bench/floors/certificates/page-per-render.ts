import { openBrowser } from '@governance/testing';
import { type Printer, paper } from './printer';

/** What one does next: a browser that stays, and a page for each document. */
export async function pagePerRender(): Promise<Printer> {
  const browser = await openBrowser({ endsAtSignals: false });
  return {
    async print(document) {
      const page = await browser.newPage();
      try {
        await page.setContent(document);
        return await page.pdf(paper);
      } finally {
        await page.close();
      }
    },
    end: () => browser.close(),
  };
}
