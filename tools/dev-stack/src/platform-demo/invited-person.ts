import { type Browser, type Page } from 'puppeteer';
import { AuthenticatorApp } from '@governance/testing';
import { PagesInBrowser } from './pages-in-browser';
import { type StackUser } from '../stack-description';

interface InvitedPersonFacts {
  readonly email: string;
  /** Password of the account here, existing or new. */
  readonly password: string;
  readonly app?: AuthenticatorApp | undefined;
  /** The connection to choose; by default the password. */
  readonly connectionId?: string | undefined;
}

/** Without an app, a user has no second factor yet. */
type KnownUser = Pick<StackUser, 'email' | 'password'> & Partial<Pick<StackUser, 'totpSecret'>>;

const mostPages = 12;
/** The heading of the provider of the organizations. */
export const atProvider = 'Sign-in';

/** A user with a separate browser who completes each page, and records the shown content. */
export class InvitedPerson {
  /** Headings. */
  readonly seen: string[] = [];
  /** The ids of the connections that could be chosen. */
  choices: readonly string[] = [];
  private readonly pages: PagesInBrowser;
  /** Set up on the pages. */
  private newApp: AuthenticatorApp | undefined;

  private constructor(
    page: Page,
    private readonly facts: InvitedPersonFacts,
  ) {
    this.pages = new PagesInBrowser(page);
  }

  /** Signs in through the connection, or by password. */
  static async open(
    browser: Browser,
    { users }: { readonly users: readonly KnownUser[] },
    { email, connectionId }: Pick<InvitedPersonFacts, 'email' | 'connectionId'>,
  ): Promise<InvitedPerson> {
    const { password = 'a password of their own', totpSecret } =
      users.find((user) => user.email === email) ?? {};
    const page = await (await browser.createBrowserContext()).newPage();
    return new InvitedPerson(page, {
      email,
      password,
      connectionId,
      ...(totpSecret !== undefined && { app: new AuthenticatorApp(totpSecret) }),
    });
  }

  /** Completes the pages from the address to the one with this heading. */
  async go(address: string, until: string): Promise<void> {
    this.seen.length = 0;
    await this.pages.open(address);
    while (this.seen.length < mostPages) {
      const heading = await this.pages.heading();
      this.seen.push(heading);
      if (heading === until) return;
      const status = await this.answer(heading);
      if (status === undefined || status >= 400) throw new Error(await this.pages.textOf('main'));
    }
    throw new Error(`"${until}" does not appear: ${this.seen.join(', ')}`);
  }

  private async answer(heading: string): Promise<number | undefined> {
    const { email, password } = this.facts;
    switch (heading) {
      case 'Set up your account':
        return this.pages.send({ name: 'Invited person', password, repeated: password });
      case atProvider:
        return this.pages.send({ login: email, password: 'any' }, '.login-submit');
      case 'Enter your code':
        return this.pages.send({ code: await this.nextCode() });
      case 'Set up a second factor':
        return this.enrol();
      case 'Choose how to sign in':
        return this.choose();
      case 'Sign in':
        return this.facts.connectionId === undefined ? this.pages.send({ email, password }) : this.choose();
      default:
        // The only sign-in method of an invitation.
        return heading.startsWith('Sign in with ') ? this.choose() : this.pages.send({});
    }
  }

  private async nextCode(): Promise<string> {
    return (await (this.newApp ?? this.facts.app)?.nextCode()) ?? '';
  }

  private async enrol(): Promise<number | undefined> {
    const key = await this.pages.textOf('.key');
    this.newApp = new AuthenticatorApp(key.replaceAll(' ', ''));
    const code = await this.newApp.nextCode();
    // The page offers a passkey, too.
    return this.pages.send({ code }, 'form[action$="/enrol"] button');
  }

  private async choose(): Promise<number | undefined> {
    const buttons = `[...document.querySelectorAll('button[name="connection"]')]`;
    this.choices = (await this.pages.ask(`${buttons}.map(({ value }) => value).join(' ')`)).split(' ');
    return this.pages.send({}, `button[value="${this.facts.connectionId ?? ''}"]`);
  }
}
