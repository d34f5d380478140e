import { answerInWords } from '@governance/assessments';
import { type Answers, type Mode, publishedRubrics } from '@governance/rubric';
import { olderEngine, type StoredMail, until } from '@governance/testing';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page } from 'puppeteer';
import { accessibilityFindings, type Allowances } from './accessibility';
import { giveFile, type ShownVerdict } from './file-check';
import { Keyboard } from './keyboard';
import { type Site } from './site';

/** How a visitor sees the site. */
export interface View {
  /** Of the pictures. */
  readonly name: string;
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly scripts?: false;
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

/** `npm run prove -- screenshots` writes what visitors see. */
const screenshots = process.env.SCREENSHOTS && join(__dirname, '../../../..', process.env.SCREENSHOTS);

/**
 * A visitor with a keyboard alone, who goes from page to page by what is on the screen. Every page is checked on arrival:
 * that it fits its width and, with scripts, for accessibility.
 */
export class Visitor {
  private readonly failures: string[] = [];
  private readonly checked = new Set<string>();
  private shots = 0;

  private constructor(
    readonly page: Page,
    readonly keyboard: Keyboard,
    private readonly view: View,
    private readonly folder: string,
  ) {
    page.on('pageerror', (error) => this.failures.push(String(error)));
  }

  static async arrive(site: Site, url: string, view: View): Promise<Visitor> {
    const folder = mkdtempSync(join(tmpdir(), 'visitor-'));
    const page = await site.visit({ scripts: view.scripts ?? true, downloads: folder });
    await page.setViewport({ width: view.width, height: 844 });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: view.theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.evaluateOnNewDocument(view.engine ?? '');
    const visitor = new Visitor(page, new Keyboard(page), view, folder);
    await visitor.open(url);
    return visitor;
  }

  /** Types an address that was printed, mailed or shown. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.seen();
  }

  /** Opens a message as a mail program shows it. */
  async read({ html }: Pick<StoredMail, 'html'>): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.setContent(html);
    await this.seen({ message: true });
  }

  /** Follows a link to another page, or sends a form. */
  async go(name: string): Promise<void> {
    await this.keyboard.follow(name);
    await this.seen();
  }

  /** Presses what changes the page by script, and what loads it again without. The focus must not be lost. */
  async act(name: string): Promise<void> {
    if (this.view.scripts === false) return this.go(name);
    await this.keyboard.press(name);
    expect({ name, focus: (await this.keyboard.stop()).html }).not.toEqual({ name, focus: 'the page' });
    await this.seen();
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
        if (answers[id] !== before[id]) await this.keyboard.choose(text, answerInWords[answers[id] ?? 0]);
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
    await this.keyboard.follow(link);
    await this.wait('#download', 'Check again');
    await this.seen();
    return this.save('Download');
  }

  /** Has the published record of a domain looked for, on the page of a result. */
  async checkDomain(): Promise<void> {
    await this.keyboard.follow('Check now');
    await this.wait('#domain ::-p-text(The certificate shows)', 'Look again');
    await this.seen();
  }

  /** The file that a link saves. */
  async save(link: string): Promise<Uint8Array> {
    await this.keyboard.press(link);
    // A browser gives a file its name when it is complete.
    const file = join(this.folder, await until(() => readdirSync(this.folder).find(isComplete)));
    const content = readFileSync(file);
    // The next one may have the same name.
    rmSync(file);
    return content;
  }

  /** Keeps a file on this device. */
  keep(name: string, content: Uint8Array | string): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** Gives a file to the page that checks certificates. */
  async check(pdf: Uint8Array): Promise<ShownVerdict> {
    const path = this.keep('given', pdf);
    const verdict = await giveFile(this.page, path, () => this.keyboard.press('The certificate (PDF)'));
    await this.seen();
    return verdict;
  }

  /** Checks the page as it is now. */
  async seen(allowances?: Allowances): Promise<void> {
    const { page, view } = this;
    // Scripts that change the page are done.
    if (view.scripts !== false && (await page.$('#trial'))) await page.waitForSelector('#trial[data-ready]');
    await page.evaluate('document.fonts.ready.then(() => true)');
    // Back on a page that is the same.
    const content = await page.content();
    if (this.checked.has(content)) return;
    this.checked.add(content);
    await this.shoot();
    // `pages.e2e` looks at what is different without scripts.
    const found = view.scripts === false ? [] : await accessibilityFindings(page, allowances);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    const url = page.url();
    expect({ url, found, overflow }).toEqual({ url, found: [], overflow: 0 });
  }

  async leave(): Promise<void> {
    expect(this.failures).toEqual([]);
    await this.page.browserContext().close();
    rmSync(this.folder, { recursive: true });
  }

  /** Scripts load a page again until its work is done; without them, a link does. */
  private async wait(done: string, again: string): Promise<void> {
    if (this.view.scripts !== false) await this.page.waitForSelector(done);
    else while ((await this.page.$(done)) === null) await this.keyboard.follow(again);
  }

  private async shoot(): Promise<void> {
    if (screenshots === undefined) return;
    mkdirSync(screenshots, { recursive: true });
    const { name, width } = this.view;
    const path = `${screenshots}/${name}-${width}-${String((this.shots += 1)).padStart(2, '0')}.png` as const;
    await this.page.screenshot({ path, fullPage: true });
  }

  /** In the part below the answers of a question, which is closed at first. */
  private async record({ owner, note, link, reviewOn }: RecordedEvidence): Promise<void> {
    await this.keyboard.press('Your evidence');
    await this.keyboard.fill('Owner', owner);
    // Typed as the browser of the tests shows dates.
    const [year = '', month = '', day = ''] = reviewOn.split('-');
    await this.keyboard.fill('Review by', month + day + year);
    await this.keyboard.fill('Link', link);
    await this.keyboard.fill('Note', note);
    await this.seen();
  }

  /** Each step of the form is announced by its heading. */
  private async nextStep(): Promise<void> {
    await this.keyboard.press('Next: ');
    await this.page.waitForFunction(`document.activeElement.matches('.step:not([hidden]) h2')`);
  }
}

function isComplete(name: string): boolean {
  return /^(certificate|evidence-report|open-badge)-[0-9a-f]{8}\.(pdf|svg)$/.test(name);
}
