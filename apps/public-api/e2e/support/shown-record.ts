import { type Page } from 'puppeteer';
import { type TestRecords } from './test-records';

/** Publishes what the page of a result says to publish. */
export async function publishShownRecord(page: Page, records: TestRecords): Promise<void> {
  const [name = '', , value = ''] = (await page.evaluate(
    `[...document.querySelectorAll('.record .code')].map((element) => element.textContent)`,
  )) as string[];
  expect(name).toMatch(/^_governance-challenge\./);
  records.found.set(name, [value]);
}
