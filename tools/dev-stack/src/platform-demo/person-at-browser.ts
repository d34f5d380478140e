import { type Page } from 'puppeteer';
import { must } from '../demo-checks';
import { type StackUser } from '../stack-description';
import { type AuthenticatorApp } from './authenticator-app';
import { PagesInBrowser } from './pages-in-browser';

/** Codes that somebody has used just before are refused; four wrong ones cost no delay yet. */
const mostCodes = 4;
/** Of a page that shows what was sent again, with what is wrong about it. */
const refused = 422;

/** Somebody who reads the pages of the identity provider in a browser and does what they ask. Every other page is a surprise. */
export class PersonAtBrowser {
  private readonly pages: PagesInBrowser;

  constructor(
    page: Page,
    private readonly user: StackUser,
    private readonly app: AuthenticatorApp,
  ) {
    this.pages = new PagesInBrowser(page);
  }

  /** Goes where the device says, compares the code, and signs in. */
  async connectDevice(url: string, userCode: string): Promise<void> {
    await this.pages.open(url);
    await this.pages.sees('Enter the code');
    await this.pages.send({});
    await this.pages.sees('Is this your code?');
    const shown = await this.pages.textOf('.shown-code');
    must(shown === userCode, `the page shows the code ${shown} instead of ${userCode}`);
    await this.pages.send({});
    await this.pages.sees('Sign in');
    await this.pages.send({ email: this.user.email, password: this.user.password });
    await this.showFactor();
    await this.pages.sees('The device is connected');
  }

  /** Shows the second factor again, being signed in, and agrees to what is asked. */
  async stepUp(url: URL): Promise<void> {
    await this.pages.open(url.href);
    await this.showFactor();
    await this.pages.sees('Sign in to Governance command line?');
    await this.pages.press('button.primary');
  }

  async signOut(url: URL): Promise<void> {
    await this.pages.open(url.href);
    await this.pages.sees('Sign out?');
    await this.pages.send({});
    await this.pages.sees('You are signed out');
  }

  private async showFactor(): Promise<void> {
    await this.pages.sees('Enter your code');
    for (let codes = 0; codes < mostCodes; codes += 1) {
      const status = await this.pages.send({ code: await this.app.nextCode() });
      if (status !== refused) return;
      const problem = await this.pages.textOf('.alert');
      must(problem.includes('used before'), `the page says "${problem}"`);
    }
    must(false, 'no code of the authenticator app is taken');
  }
}
