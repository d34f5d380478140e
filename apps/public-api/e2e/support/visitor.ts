import { type Answers, type Mode, publishedRubrics } from '@governance/rubric';
import { until } from '@governance/testing';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page } from 'puppeteer';
import { accessibilityFindings } from './accessibility';
import { dropFile, giveFile, type ShownVerdict } from './file-check';
import { type Hands } from './hands';
import { Keyboard } from './keyboard';
import { Mouse } from './mouse';
import { publishShownRecord } from './shown-record';
import { questionIds, type Site } from './site';
import { type TestRecords } from './test-records';

export interface RecordedEvidence {
  readonly questionId: string;
  readonly owner: string;
  readonly note: string;
  readonly link: string;
  readonly reviewOn: string;
}

export type Means = 'mouse' | 'keyboard' | 'mouse without scripts';

/** A visitor who goes from page to page. With mouse and scripts, every page is checked for accessibility on arrival. */
export class Visitor {
  private constructor(
    readonly page: Page,
    readonly hands: Hands,
    private readonly scripts: boolean,
    private readonly folder: string,
  ) {}

  static async arrive(site: Site, means: Means): Promise<Visitor> {
    const scripts = means !== 'mouse without scripts';
    const folder = mkdtempSync(join(tmpdir(), 'visitor-'));
    const page = await site.visit({ scripts, downloads: folder });
    const hands = means === 'keyboard' ? new Keyboard(page) : new Mouse(page);
    const visitor = new Visitor(page, hands, scripts, folder);
    await visitor.open(`${site.app.origin}/`);
    return visitor;
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.seen();
  }

  /** Presses what leads to another page. */
  async go(selector: string): Promise<void> {
    await this.hands.follow(selector);
    await this.seen();
  }

  /** Presses what scripts do in the page, and what loads it again without them. */
  async act(selector: string): Promise<void> {
    if (!this.scripts) return this.go(selector);
    await this.hands.press(selector);
    await this.seen();
  }

  /** Has other answers tried: scripts do so at every change. */
  async calculate(): Promise<void> {
    if (!this.scripts) await this.go('#calculate');
  }

  async text(selector = 'main'): Promise<string> {
    const found = await this.page.evaluate(`document.querySelector(${JSON.stringify(selector)}).innerText`);
    return String(found).replace(/\s+/g, ' ').trim();
  }

  /** Answers the open form, question by question, and records evidence for one of them. */
  async answerAll(mode: Mode, answers: Answers, evidence?: RecordedEvidence): Promise<void> {
    // Its script hides all steps except the first.
    await this.page.waitForSelector(this.scripts ? '#assessment.stepwise' : '#assessment');
    for (const [index, id] of questionIds(mode).entries()) {
      await this.hands.answer(id, answers[id] ?? 0);
      if (id === evidence?.questionId) await this.record(evidence);
      if (this.scripts && (index + 1) % 5 === 0)
        await this.step('.step:not([hidden]) .turns .button:last-child');
    }
  }

  /** Changes an answer of the open form, and goes on to its end. */
  async changeAnswer(id: string, value: number): Promise<void> {
    if (this.scripts) await this.step(`.steps a[href="#${domainOf(id)}"]`);
    await this.hands.answer(id, value);
    if (this.scripts) await this.step('.steps a[href="#send"]');
  }

  /** Sends the open form, whose answers are shown once more before. */
  async send(): Promise<void> {
    if (!this.scripts) await this.go('#submit');
    expect(await this.text('#check')).toMatch(/^Every question is answered .* Change/);
    await this.go('#submit');
  }

  /** What the link leads to: first the page that waits until the file is made. */
  async download(link: string): Promise<Uint8Array> {
    await this.hands.follow(link);
    if (this.scripts) await this.page.waitForSelector('#download');
    else while ((await this.page.$('#download')) === null) await this.hands.follow('.notice .button');
    await this.seen();
    await this.hands.press('#download');
    // A browser gives a file its name when it is complete.
    const file = join(this.folder, await until(() => readdirSync(this.folder).find(isComplete)));
    const pdf = readFileSync(file);
    // The next one may have the same name.
    rmSync(file);
    return pdf;
  }

  /** Proves a domain by its DNS record, on the page of a result. */
  async prove(domain: string, records: TestRecords): Promise<void> {
    await this.hands.fill('#domain-name', domain);
    await this.go('#domain form button');
    await publishShownRecord(this.page, records);
    // With scripts, the page loads itself again until the worker has looked.
    await this.hands.follow('#domain form[action$="/check"] button');
    if (this.scripts) await this.page.waitForSelector('#domain ::-p-text(The certificate shows)');
    else while ((await this.page.$('#domain-again')) !== null) await this.hands.follow('#domain-again');
    await this.seen();
  }

  /** Gives a file to the page that checks certificates. */
  async check(pdf: Uint8Array): Promise<ShownVerdict> {
    if (this.hands instanceof Mouse) return dropFile(this.page, pdf);
    const path = join(this.folder, 'given');
    writeFileSync(path, pdf);
    return giveFile(this.page, path, () => this.hands.press('#file'));
  }

  /** Checks the page as it is now. */
  async seen(): Promise<void> {
    // Scripts that change the page are done.
    if (!this.scripts) return;
    if (await this.page.$('#trial')) await this.page.waitForSelector('#trial[data-ready]');
    if (this.hands instanceof Keyboard) return;
    const found = await accessibilityFindings(this.page);
    expect({ url: this.page.url(), found }).toEqual({ url: this.page.url(), found: [] });
  }

  async leave(): Promise<void> {
    await this.page.browserContext().close();
    rmSync(this.folder, { recursive: true });
  }

  /** In the part below the answers of a question, which is closed at first. */
  private async record({ questionId, owner, note, link, reviewOn }: RecordedEvidence): Promise<void> {
    await this.hands.press(`#q-${questionId} summary`);
    await this.hands.fill(`[name="owner.${questionId}"]`, owner);
    // Typed as the browser of the tests shows dates.
    const [year = '', month = '', day = ''] = reviewOn.split('-');
    await this.hands.fill(`[name="reviewOn.${questionId}"]`, month + day + year);
    await this.hands.fill(`[name="link.${questionId}"]`, link);
    await this.hands.fill(`[name="note.${questionId}"]`, note);
    await this.seen();
  }

  /** Each step of a form is announced by its heading. */
  private async step(selector: string): Promise<void> {
    await this.hands.press(selector);
    await this.page.waitForFunction(`document.activeElement.matches('.step:not([hidden]) h2')`);
  }
}

function isComplete(name: string): boolean {
  return /^(certificate|evidence-report)-[0-9a-f]{8}\.pdf$/.test(name);
}

function domainOf(questionId: string): string {
  const found = publishedRubrics.current.questions.find(({ id }) => id === questionId);
  if (!found) throw new Error(`there is no question ${questionId}`);
  return found.domainId;
}
