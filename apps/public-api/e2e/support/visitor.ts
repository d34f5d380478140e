import { answerInWords } from '@governance/assessments';
import { type Answers, type Mode, publishedRubrics } from '@governance/rubric';
import { type Allowances, olderEngine, ScreenUser, type ScreenView, until } from '@governance/testing';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page } from 'puppeteer';
import { giveFile, type ShownVerdict } from './file-check';
import { type Site } from './site';

/** How a visitor sees the site. */
export interface View extends ScreenView {
  /** A script that changes the engine before the page's own scripts run. */
  readonly engine?: string;
}

export const desk = { width: 1280, theme: 'light' } as const;
/** With the oldest supported browser. */
export const phone = { width: 390, theme: 'dark', engine: olderEngine } as const;

export interface RecordedEvidence {
  readonly questionId: string;
  readonly owner: string;
  readonly note: string;
  readonly link: string;
  readonly reviewOn: string;
}

/** A visitor with a keyboard alone, who goes from page to page by what is on the screen. Every page is looked at on arrival. */
export class Visitor extends ScreenUser {
  private readonly failures: string[] = [];

  private constructor(
    page: Page,
    view: View,
    private readonly folder: string,
  ) {
    super(page, view);
    page.on('pageerror', (error) => this.failures.push(String(error)));
  }

  static async arrive(site: Site, url: string, view: View): Promise<Visitor> {
    const folder = mkdtempSync(join(tmpdir(), 'visitor-'));
    const page = await site.visit({ downloads: folder });
    await page.evaluateOnNewDocument(view.engine ?? '');
    const visitor = new Visitor(page, view, folder);
    await visitor.begin();
    await visitor.open(url);
    return visitor;
  }

  /** Types an address that was printed, mailed or shown. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.looks();
  }

  /** Follows a link to another page, or sends a form. */
  async go(name: string): Promise<void> {
    await this.press(name);
    await this.looks();
  }

  /** Presses what changes the page by script, and what loads it again without. The focus must not be lost. */
  async act(name: string): Promise<void> {
    if (this.view.scripts === false) return this.go(name);
    await this.activate(name);
    expect({ name, focus: (await this.stop()).html }).not.toEqual({ name, focus: 'the page' });
    await this.looks();
  }

  async text(selector = 'main'): Promise<string> {
    const found = await this.page.evaluate(`document.querySelector(${JSON.stringify(selector)}).innerText`);
    return String(found).replace(/\s+/g, ' ').trim();
  }

  /** Gives the open form these answers where they differ, question by question, and goes on to its end. */
  async answer(
    mode: Mode,
    answers: Answers,
    { before = {}, evidence }: { readonly before?: Answers; readonly evidence?: RecordedEvidence } = {},
  ): Promise<void> {
    const { questions, domains } = publishedRubrics.current;
    for (const { id: domainId } of domains) {
      for (const { id, text } of questions.filter(
        (one) => one.domainId === domainId && one.modes.includes(mode),
      )) {
        if (answers[id] !== before[id]) await this.choose(text, answerInWords[answers[id] ?? 0]);
        if (id === evidence?.questionId) await this.record(evidence);
      }
      if (this.view.scripts !== false) await this.nextStep();
    }
  }

  /** Sends the open form, whose answers are shown once more before. */
  async send(): Promise<void> {
    if (this.view.scripts === false) await this.go('Check your answers');
    expect(await this.text('#check')).toMatch(/^Every question is answered .* Change/);
    await this.go('Send and get your result');
  }

  /** What the link leads to: a file, after a page that waits until it is made. */
  async download(link: string): Promise<Uint8Array> {
    await this.press(link);
    await this.wait('#download', 'Check again');
    await this.looks();
    return this.save('Download');
  }

  /** Has the published record of a domain looked for, on the page of a result. */
  async checkDomain(): Promise<void> {
    await this.press('Check now');
    await this.wait('#domain ::-p-text(The certificate shows)', 'Look again');
    await this.looks();
  }

  /** The file that a link saves. */
  async save(link: string): Promise<Uint8Array> {
    await this.activate(link);
    return until(() => {
      const name = readdirSync(this.folder).find(isDocument);
      const content = name && readFileSync(join(this.folder, name));
      // A browser may name a file before all of it has arrived.
      if (!name || !content || !/(%%EOF|<\/svg>)\s*$/.test(content.toString('latin1'))) return undefined;
      // The next one may have the same name.
      rmSync(join(this.folder, name));
      return content;
    });
  }

  /** Keeps a file on this device. */
  keep(name: string, content: Uint8Array | string): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** Gives a file to the page that checks certificates. */
  async checkFile(pdf: Uint8Array): Promise<ShownVerdict> {
    const path = this.keep('given', pdf);
    const verdict = await giveFile(this.page, path, () => this.activate('The certificate (PDF)'));
    await this.looks();
    return verdict;
  }

  override async looks(allowances?: Allowances): Promise<void> {
    const { page, view } = this;
    // Scripts that change the page are done.
    if (view.scripts !== false && (await page.$('#trial'))) await page.waitForSelector('#trial[data-ready]');
    await super.looks(allowances);
  }

  async leave(): Promise<void> {
    expect(this.failures).toEqual([]);
    await this.page.browserContext().close();
    rmSync(this.folder, { recursive: true });
  }

  /** Scripts load a page again until its work is done; without them, a link does. */
  private async wait(done: string, again: string): Promise<void> {
    if (this.view.scripts !== false) await this.page.waitForSelector(done);
    else while ((await this.page.$(done)) === null) await this.press(again);
  }

  /** In the part below the answers of a question, which is closed at first. */
  private async record({ owner, note, link, reviewOn }: RecordedEvidence): Promise<void> {
    await this.activate('Your evidence');
    await this.fill('Owner', owner);
    // Typed as the browser of the tests shows dates.
    const [year = '', month = '', day = ''] = reviewOn.split('-');
    await this.fill('Review by', month + day + year);
    await this.fill('Link', link);
    await this.fill('Note', note);
    await this.looks();
  }

  /** Each step of the form is announced by its heading. */
  private async nextStep(): Promise<void> {
    await this.activate('Next: ');
    await this.page.waitForFunction(`document.activeElement.matches('.step:not([hidden]) h2')`);
  }
}

function isDocument(name: string): boolean {
  return /^(certificate|evidence-report|open-badge)-[0-9a-f]{8}\.(pdf|svg)$/.test(name);
}
