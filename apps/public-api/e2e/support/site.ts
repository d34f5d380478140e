import { type Answers, type Mode, publishedRubrics } from '@governance/rubric';
import { openBrowser, sharedPart, type StoredMail } from '@governance/testing';
import { type BrowserContext, type Page } from 'puppeteer';
import { goldenCase } from './golden';
import { isAbout } from './mails';
import { withUnspentLimits } from './public-app';
import { type AppWithWorker, startAppWithWorker } from './worker-app';

/** The site with its dependencies, and a visitor's browser. */
export interface Site extends Omit<AppWithWorker, 'close'> {
  /** A page in its own browser context, which shares no state. */
  visit(options?: VisitOptions): Promise<Page>;
  /** Submits the answers of a golden case and returns the response. */
  submitted(name: string, extras?: object): Promise<Submitted>;
  /** Submits with an address, and waits for the message. */
  mailed(name: string, address: string): Promise<{ readonly result: Submitted; readonly mail: StoredMail }>;
  /** Closes the pages of this file. */
  leave(): Promise<void>;
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

const shared = sharedPart(async () => {
  const [parts, browser] = await Promise.all([startAppWithWorker({ reachable: true }), openBrowser()]);
  return { ...parts, browser, close: () => browser.close().then(() => parts.close()) };
});

/** The site that the files of a run share: each has its own addresses, domains and results. */
export async function sharedSite(): Promise<Site> {
  const { app, inbox, records, browser } = await shared();
  await withUnspentLimits(app);
  const contexts: BrowserContext[] = [];

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
    records,
    visit: async ({ scripts = true, downloads } = {}) => {
      const context = await browser.createBrowserContext(
        downloads === undefined ? {} : { downloadBehavior: { policy: 'allow', downloadPath: downloads } },
      );
      contexts.push(context);
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
      return { result, mail: await inbox.waitForMail(isAbout(result)) };
    },
    leave: async () => {
      await Promise.all(contexts.filter(({ closed }) => !closed).map((context) => context.close()));
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
