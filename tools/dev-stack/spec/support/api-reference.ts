import { type Browser, type Page } from 'puppeteer';

const signIn =
  '//div[contains(@class, "auth-container")][.//h4[contains(., "authorization_code with PKCE")]]';
const signInButton = `::-p-xpath(${signIn}//button[contains(., "Authorize")])`;

/** The page `/docs` of the platform in a browser, at the operation `GET /self/me`. */
export class ApiReference {
  /** Errors in the console, such as violations of the page's policy. */
  readonly complaints: string[] = [];

  private constructor(private readonly page: Page) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => void this.complaints.push(String(error)));
  }

  static async open(browser: Browser, platformUrl: string): Promise<ApiReference> {
    const reference = new ApiReference(await browser.newPage());
    await reference.page.goto(`${platformUrl}/docs#/identity/me`);
    return reference;
  }

  /** Opens the window of the issuer for a sign-in by code with PKCE. */
  async openSignIn(): Promise<Page> {
    await this.page.locator('.scheme-container .authorize').click();
    const opened = new Promise<Page | null>((resolve) => this.page.once('popup', resolve));
    await this.page.locator(signInButton).click();
    const window = await opened;
    if (!window) throw new Error('no window for the sign-in opens');
    return window;
  }

  /** Resolves when the page has a token. */
  async awaitToken(): Promise<void> {
    await this.page.waitForSelector('::-p-xpath(//button[contains(., "Logout")])');
    await this.page.locator('.close-modal').click();
  }

  /** The response to `GET /self/me`, as the page shows it. */
  async callMe(): Promise<string> {
    await this.page.locator('#operations-identity-me .try-out__btn').click();
    await this.page.locator('#operations-identity-me .execute').click();
    const table = '#operations-identity-me .live-responses-table';
    await this.page.waitForSelector(table);
    // Code as text, because this file is compiled without browser types.
    return String(await this.page.evaluate(`document.querySelector('${table}').textContent`));
  }
}
