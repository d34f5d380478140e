import { readPdfText, testBrowser } from '@governance/testing';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from './browser/find-browser';
import { temporaryPlace } from './browser/private-folder';
import { certificatePdf } from './pdf/certificate-pdf';
import { UntruePrint } from './pdf/untrue-print';
import {
  PuppeteerCertificateRenderer,
  type CertificateRendererOptions,
} from './puppeteer-certificate-renderer';
import { browserProcesses, gone, signalBrowser } from '../spec/browser-processes';
import { readyCertificate } from '../spec/sample-certificates';

describe('the certificate renderer', () => {
  let renderer: PuppeteerCertificateRenderer;

  async function started(options: CertificateRendererOptions = {}): Promise<void> {
    renderer = new PuppeteerCertificateRenderer({ executable: testBrowser, ...options });
    await renderer.ready();
  }

  /** A print that has begun and waits for a stopped process of the browser. */
  async function stuckPrint(
    stopped: 'browser' | 'renderer',
  ): Promise<{ readonly outcome: Promise<unknown> }> {
    await signalBrowser(stopped, 'SIGSTOP');
    const outcome = renderer.render(readyCertificate()).then(
      () => 'printed',
      (error: unknown) => error,
    );
    await new Promise(setImmediate);
    return { outcome };
  }

  async function expectToPrint(): Promise<void> {
    expect(await readPdfText(await renderer.render(readyCertificate()))).toContain(readyCertificate().id);
  }

  beforeAll(() => findBrowser(testBrowser));
  afterEach(async () => {
    await renderer.close();
    expect(await browserProcesses()).toEqual([]);
  });

  it.each([
    ['renderer', 'The page has crashed'],
    ['browser', 'The browser has ended'],
  ] as const)(
    'rejects a print at once when the %s is killed, and prints the next one (F7)',
    async (kind, message) => {
      await started();
      const { outcome } = await stuckPrint(kind);
      await signalBrowser(kind, 'SIGKILL');
      expect(await outcome).toEqual(new Error(message));
      await expectToPrint();
    },
  );

  it('kills a hanging browser with all its processes at the deadline, and prints the next one (F7)', async () => {
    await started({ deadlineMs: 3_000 });
    const hanging = await browserProcesses();
    const { outcome } = await stuckPrint('browser');
    expect(await outcome).toEqual(new Error('The browser did not answer within 3000 ms'));
    await gone(hanging);
    await expectToPrint();
  });

  it('replaces the browser after the configured number of prints and loses none (F9)', async () => {
    await started({ restartAfter: 3 });
    const [first] = await browserProcesses();
    const ids = Array.from({ length: 8 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);
    const pdfs = await Promise.all(ids.map((id) => renderer.render(readyCertificate(id))));
    for (const [index, pdf] of pdfs.entries()) expect(await readPdfText(pdf)).toContain(ids[index]);
    for (let print = 0; print < 4; print += 1) await expectToPrint();
    expect((await browserProcesses()).map(({ pid }) => pid)).not.toContain(first?.pid);
  });

  it('prints nothing more with a browser whose document was refused', async () => {
    const refused: string[] = [];
    await started({ refused: (reason) => refused.push(reason) });
    const former = await browserProcesses();
    const content = { sheet: 'certificate', markup: 'something else' } as const;
    const refusal = renderer.printDocument(content, (printed) => certificatePdf(printed, readyCertificate()));
    await expect(refusal).rejects.toThrow(UntruePrint);
    expect(refused).toEqual(['The page does not have the layout of a certificate']);
    await gone(former);
    await expectToPrint();
  });

  it('rejects while no browser starts, and prints as soon as one does (F8)', async () => {
    const folder = await mkdtemp(join(temporaryPlace(), 'governance-spec-'));
    const executable = join(folder, 'browser');
    renderer = new PuppeteerCertificateRenderer({ executable });
    await expect(renderer.render(readyCertificate())).rejects.toThrow('BROWSER_EXECUTABLE names no file');
    await expect(renderer.ready()).rejects.toThrow('BROWSER_EXECUTABLE names no file');

    const { executable: real, environment } = await findBrowser(testBrowser);
    const settings = Object.entries(environment).map(([name, value]) => `${name}='${value}'`);
    await writeFile(executable, `#!/bin/sh\nexec env ${settings.join(' ')} '${real}' "$@"\n`);
    await chmod(folder, 0o755);
    await chmod(executable, 0o755);
    await expectToPrint();
    await rm(folder, { recursive: true });
  });

  it('passes none of our settings to the browser § V1.2.5', async () => {
    process.env.DATABASE_URL = 'postgres://secret';
    await started();
    const [browser] = await browserProcesses();
    const environment = await readFile(`/proc/${String(browser?.pid)}/environ`, 'utf8');
    delete process.env.DATABASE_URL;
    expect(environment).toContain('LANG=C.UTF-8');
    expect(environment).not.toContain('DATABASE_URL');
  });

  it('rejects the current print when it is closed, and prints nothing afterwards', async () => {
    await started();
    const { outcome } = await stuckPrint('renderer');
    await renderer.close();
    expect(await outcome).toEqual(new Error('The certificate renderer is closed'));
    await expect(renderer.render(readyCertificate())).rejects.toThrow('closed');
  });

  it('removes its folders', async () => {
    const profiles = async (): Promise<string[]> =>
      (await readdir(temporaryPlace())).filter((name) =>
        name.startsWith(`governance-browser-${process.pid}-`),
      );
    await started();
    expect(await profiles()).toHaveLength(1);
    await renderer.close();
    expect(await profiles()).toEqual([]);
  });
});
