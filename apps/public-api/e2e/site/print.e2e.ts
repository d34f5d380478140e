import { readPdf } from '@governance/testing';
import { type Site, startSite } from '../support/site';

describe('a printed result', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  it('has every answer with its references, which the page shows on demand', async () => {
    const page = await site.visit();
    await page.goto((await site.submitted('persona-policy-on-paper')).resultUrl);
    const open = 'document.querySelectorAll("details[open]").length';
    expect(await page.evaluate(open)).toBe(0);
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    const { text } = await readPdf(pdf);
    expect(text).toContain('Is there an approved AI policy, made known to everyone it binds');
    expect(text).toContain('A.6.2.4');
    expect(text).not.toContain('Show it to others');
    expect(await page.evaluate(open)).toBe(0);
  });
});
