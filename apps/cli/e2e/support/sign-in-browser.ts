import { openBrowser, sharedPart } from '@governance/testing';
import { type Browser, type BrowserContext, type Page } from 'puppeteer';
import { password, type TestAdmin } from './test-admin';

const shared = sharedPart(openBrowser);

/** A user's browser, in which they confirm the codes that the command line shows. */
export class SignInBrowser {
  private constructor(
    private readonly browser: Browser,
    private readonly context: BrowserContext,
  ) {}

  static async open(): Promise<SignInBrowser> {
    const browser = await shared();
    return new SignInBrowser(browser, await browser.createBrowserContext());
  }

  /** Opens the address that the program shows, compares the code, and signs in as far as the provider asks for it. */
  async confirm(address: string, admin: TestAdmin): Promise<string> {
    const page = await this.context.newPage();
    await page.goto(address);
    for (let step = 0; step < 8; step += 1) {
      const heading = await headingOf(page);
      if (heading === 'The device is connected') break;
      await this.answer(page, admin);
    }
    const heading = await headingOf(page);
    await page.close();
    return heading;
  }

  /** Follows the link of an invitation as a new person in a browser of their own. Resolves to the last page's heading. */
  async join(link: string): Promise<string> {
    const context = await this.browser.createBrowserContext();
    const page = await context.newPage();
    await page.goto(link);
    for (let step = 0; step < 3 && !(await headingOf(page)).startsWith('You have joined'); step += 1) {
      if ((await page.$('input[name="repeated"]')) !== null) {
        await page.type('input[name="name"]', 'Grace');
        await page.type('input[name="password"]', password);
        await page.type('input[name="repeated"]', password);
      }
      await submit(page, 'button.primary');
    }
    const heading = await headingOf(page);
    await context.close();
    return heading;
  }

  close(): Promise<void> {
    return this.context.close();
  }

  private async answer(page: Page, admin: TestAdmin): Promise<void> {
    const has = async (selector: string): Promise<boolean> => (await page.$(selector)) !== null;
    if (await has('input[name="email"]')) {
      // The provider fills in the address of the session.
      await page.locator('input[name="email"]').fill(admin.email);
      await page.type('input[name="password"]', password);
    } else if (await has('input[name="code"]'))
      await page.type('input[name="code"]', await admin.app.nextCode());
    const button = (await has('button[name="confirm"]')) ? 'button[name="confirm"]' : 'button.primary';
    await submit(page, button);
  }
}

async function submit(page: Page, button: string): Promise<void> {
  await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), page.click(button)]);
  // Between two pages, the provider may show one that leads on by itself.
  await page.waitForFunction(`document.querySelector('meta[http-equiv="refresh"]') === null`);
}

async function headingOf(page: Page): Promise<string> {
  return String(await page.evaluate(`document.querySelector('h1')?.textContent.trim() ?? ''`));
}
