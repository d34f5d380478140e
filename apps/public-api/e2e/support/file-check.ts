import { type HTTPRequest, type Page } from 'puppeteer';
import { type Site } from './site';

export interface ShownVerdict {
  readonly colour: string;
  readonly text: string;
}

export const genuine: ShownVerdict = {
  colour: 'green',
  text: 'Genuine: the certificate is as it was issued, and it was not withdrawn.',
};

interface Conditions {
  /** Answers some requests differently: `undefined` lets a request pass. */
  readonly answer?: (request: HTTPRequest) => Promise<void> | undefined;
  /** A script that changes the engine before the page's own scripts run. */
  readonly engine?: string;
}

/** The page that checks files. */
export async function openFileCheck(
  site: Site,
  { answer = () => undefined, engine = '' }: Conditions = {},
): Promise<Page> {
  const page = await site.visit();
  await page.evaluateOnNewDocument(engine);
  await page.setRequestInterception(true);
  page.on('request', (request) => void (answer(request) ?? request.continue()));
  await page.goto(`${site.app.origin}/verify`);
  await page.waitForSelector('#file-check:not([hidden])');
  return page;
}

/** Chooses a file, with `open` for what opens the browser's dialog. */
export async function giveFile(
  page: Page,
  path: string,
  open: () => Promise<unknown> = () => page.click('#file'),
): Promise<ShownVerdict> {
  await page.evaluate(`document.querySelector('#verdict').hidden = true`);
  await chooseFile(page, path, open);
  return shownVerdict(page);
}

export async function chooseFile(page: Page, path: string, open: () => Promise<unknown>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForFileChooser(), open()]);
  await chooser.accept([path]);
}

/** Drops a file on the heading: the page takes it anywhere. */
export async function dropFile(page: Page, content: Uint8Array): Promise<ShownVerdict> {
  const bytes = Buffer.from(content).toString('base64');
  await page.evaluate(`{
    document.querySelector('#verdict').hidden = true;
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${bytes}'), (character) => character.charCodeAt(0));
    data.items.add(new File([bytes], 'certificate.pdf', { type: 'application/pdf' }));
    document.querySelector('h1').dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  }`);
  return shownVerdict(page);
}

async function shownVerdict(page: Page): Promise<ShownVerdict> {
  await page.waitForSelector('#verdict:not([hidden])');
  return (await page.evaluate(`({
    colour: document.querySelector('#verdict').className.replace('verdict-box ', ''),
    text: document.querySelector('#verdict h2').textContent,
  })`)) as ShownVerdict;
}

/** The file with another bit in its middle. */
export function changedByOneByte(pdf: Uint8Array): Uint8Array {
  const changed = Buffer.from(pdf);
  const place = Math.floor(pdf.length / 2);
  changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
  return changed;
}
