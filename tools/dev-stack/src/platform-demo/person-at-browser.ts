import { type Page } from 'puppeteer';
import { must } from '../demo-checks';
import { type StackUser } from '../stack-description';
import { type AuthenticatorApp } from './authenticator-app';

/** How long a page may take to come: the machine may be busy. */
const pageTimeoutMs = 20_000;
/** Codes that somebody has used just before are refused; four wrong ones cost no delay yet. */
const mostCodes = 4;
/** Of a page that shows what was sent again, with what is wrong about it. */
const refused = 422;

/** Somebody who reads the pages of the identity provider in a browser and does what they ask. Every other page is a surprise. */
export class PersonAtBrowser {
  constructor(
    private readonly page: Page,
    private readonly user: StackUser,
    private readonly app: AuthenticatorApp,
  ) {}

  /** Goes where the device says, compares the code, and signs in. */
  async connectDevice(url: string, userCode: string): Promise<void> {
    await this.page.goto(url);
    await this.sees('Enter the code');
    await this.send({});
    await this.sees('Is this your code?');
    const shown = await this.textOf('.shown-code');
    must(shown === userCode, `the page shows the code ${shown} instead of ${userCode}`);
    await this.send({});
    await this.sees('Sign in');
    await this.send({ email: this.user.email, password: this.user.password });
    await this.showFactor();
    await this.sees('The device is connected');
  }

  /** Shows the second factor again, being signed in, and agrees to what is asked. */
  async stepUp(url: URL): Promise<void> {
    await this.page.goto(url.href);
    await this.showFactor();
    await this.sees('Sign in to Governance command line?');
    await this.page.click('button.primary');
  }

  async signOut(url: URL): Promise<void> {
    await this.page.goto(url.href);
    await this.sees('Sign out?');
    await this.send({});
    await this.sees('You are signed out');
  }

  private async showFactor(): Promise<void> {
    await this.sees('Enter your code');
    for (let codes = 0; codes < mostCodes; codes += 1) {
      const status = await this.send({ code: await this.app.nextCode() });
      if (status !== refused) return;
      const problem = await this.textOf('.alert');
      must(problem.includes('used before'), `the page says "${problem}"`);
    }
    must(false, 'no code of the authenticator app is taken');
  }

  /** Fills in the fields, which replaces what is there, and presses the button that leads on. Answers with the next page's status. */
  private async send(fields: Readonly<Record<string, string>>): Promise<number | undefined> {
    for (const [id, text] of Object.entries(fields)) {
      await this.page.click(`#${id}`, { count: 3 });
      await this.page.type(`#${id}`, text);
    }
    const [response] = await Promise.all([
      this.page.waitForNavigation({ timeout: pageTimeoutMs }),
      this.page.click('button.primary'),
    ]);
    return response?.status();
  }

  private async sees(heading: string): Promise<void> {
    const selector = `::-p-xpath(//h1[normalize-space()="${heading}"])`;
    try {
      await this.page.waitForSelector(selector, { timeout: pageTimeoutMs });
    } catch (cause) {
      throw new Error(`The browser shows "${await this.textOf('main')}" instead of "${heading}".`, { cause });
    }
  }

  /** Empty when there is no such part. A text for the browser, because this program is compiled without its types. */
  private async textOf(selector: string): Promise<string> {
    const text = await this.page.evaluate(
      `document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`,
    );
    return String(text).replaceAll(/\s+/g, ' ').trim();
  }
}
