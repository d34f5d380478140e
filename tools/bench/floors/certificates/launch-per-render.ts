import { openBrowser } from '@governance/testing';
import { type Printer, paper } from './printer';

/** What most examples show: a browser for each document. */
export function launchPerRender(): Printer {
  return {
    async print(document) {
      const browser = await openBrowser({ endsAtSignals: false });
      try {
        const page = await browser.newPage();
        await page.setContent(document);
        return await page.pdf(paper);
      } finally {
        await browser.close();
      }
    },
    end: () => Promise.resolve(),
  };
}
