import { ScreenUser, type ScreenView, until } from '@governance/testing';
import { type Browser } from 'puppeteer';
import { authenticator } from './passkey-app';

/** The menu of the console is a row of links from here on. */
const wideScreen = 768;

interface JourneyOptions extends ScreenView {
  /** Where the browser saves files. */
  readonly downloadPath?: string;
}

/** A person who goes through the pages of the console and the provider, each of which is looked at. */
export class JourneyUser extends ScreenUser {
  static async open(browser: Browser, options: JourneyOptions): Promise<JourneyUser> {
    const { downloadPath } = options;
    const context = await browser.createBrowserContext(
      downloadPath === undefined ? {} : { downloadBehavior: { policy: 'allow', downloadPath } },
    );
    const user = new JourneyUser(await context.newPage(), options);
    await user.begin();
    return user;
  }

  override async arrived(heading: string): Promise<void> {
    await super.arrived(heading);
    await this.looks();
  }

  /** The browser does not ask on pages of this origin. */
  async mayUseTheClipboard(origin: string): Promise<void> {
    const granted = ['clipboard-read', 'clipboard-write'].map((name) => ({
      permission: { name },
      state: 'granted' as const,
    }));
    await this.page.browserContext().setPermission(origin, ...granted);
  }

  /** The device has a sensor for passkeys, which its owner uses. */
  async hasAuthenticator(): Promise<void> {
    const devtools = await this.page.createCDPSession();
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: authenticator });
  }

  /** All sessions of the browser have expired. */
  async comesBackLater(): Promise<void> {
    const context = this.page.browserContext();
    await context.deleteCookie(...(await context.cookies()));
  }

  /** Follows a link of the navigation of the console, which is a menu on a phone. */
  async follows(label: string): Promise<void> {
    if (this.view.width < wideScreen) await this.unfolds('Menu');
    await this.press(label);
  }

  /** Shows what is below a summary. */
  async unfolds(label: string): Promise<void> {
    await this.activate(label);
    await this.looks();
  }

  /** Waits for a text in an element. */
  async reads(selector: string, text: string): Promise<void> {
    await until(async () => (await this.textOf(selector).catch(() => '')).includes(text));
  }
}
