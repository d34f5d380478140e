import { type RunningProgram } from '@governance/runtime';
import { type Answers, type Mode, publishedRubrics } from '@governance/rubric';
import { type Inbox, openBrowser, startInbox, type StoredMail } from '@governance/testing';
import { type Browser, type Page } from 'puppeteer';
import { goldenCase } from './golden';
import { type PublicApp, startPublicApp } from './public-app';
import { TestRecords } from './test-records';
import { startWorker } from './worker-app';

/** The site with its dependencies, and a visitor's browser. */
export interface Site {
  readonly app: PublicApp;
  readonly inbox: Inbox;
  readonly browser: Browser;
  /** A page in its own browser context, which shares no state. */
  visit(options?: VisitOptions): Promise<Page>;
  /** Submits the answers of a golden case and returns the response. */
  submitted(name: string, extras?: object): Promise<Submitted>;
  /** Submits with an address, and waits for the message. */
  mailed(name: string, address: string): Promise<{ readonly result: Submitted; readonly mail: StoredMail }>;
  close(): Promise<void>;
}

export interface VisitOptions {
  readonly scripts?: boolean;
  /** The folder for files that the visitor downloads. */
  readonly downloads?: string;
}

/** The members of a submission's response that pages use. */
export interface Submitted extends Record<string, unknown> {
  readonly id: string;
  readonly resultUrl: string;
  readonly verificationUrl: string;
}

/** `records`: what the worker finds in the DNS. */
export async function startSite(records = new TestRecords()): Promise<Site> {
  const app = await startPublicApp({ reachable: true, settings: { RESEND_LIMIT: 1_000 } });
  const inbox = await startInbox();
  const addresses = { PUBLIC_BASE_URL: app.origin, PLATFORM_BASE_URL: app.origin };
  const worker: RunningProgram = await startWorker(app, inbox.smtpUrl, { ...addresses, records });
  const browser = await openBrowser();

  async function submitted(name: string, extras: object = {}): Promise<Submitted> {
    const { mode, answers } = goldenCase(name);
    const { status, body } = await app.post('/api/survey-results', { mode, answers, ...extras });
    expect(status).toBe(201);
    const { id, resultUrl, verificationUrl } = body;
    return {
      ...body,
      id: String(id),
      resultUrl: String(resultUrl),
      verificationUrl: String(verificationUrl),
    };
  }

  return {
    app,
    inbox,
    browser,
    visit: async ({ scripts = true, downloads } = {}) => {
      const context = await browser.createBrowserContext(
        downloads === undefined ? {} : { downloadBehavior: { policy: 'allow', downloadPath: downloads } },
      );
      const page = await context.newPage();
      // A busy machine is slow, not wrong.
      page.setDefaultTimeout(300_000);
      await page.setJavaScriptEnabled(scripts);
      // What scrolls smoothly cannot be clicked meanwhile.
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
      return page;
    },
    submitted,
    mailed: async (name, submitterEmail) => {
      const result = await submitted(name, { submitterEmail });
      return { result, mail: await inbox.waitForMail(submitterEmail) };
    },
    close: async () => {
      await browser.close();
      await worker.close();
      await inbox.close();
      await app.close();
    },
  };
}

/** The ids of the questions of a mode, in the order of the form. */
export function questionIds(mode: Mode): string[] {
  return publishedRubrics.current.questions
    .filter((question) => question.modes.includes(mode))
    .map(({ id }) => id);
}

/** Fills in questions of a form, visible or not, with the final answers of a visitor. */
export async function answer(page: Page, answers: Answers): Promise<void> {
  const clicks = Object.entries(answers).map(
    ([id, value]) => `document.querySelector('[name="answers.${id}"][value="${value}"]')?.click();`,
  );
  await page.evaluate(clicks.join(''));
}
