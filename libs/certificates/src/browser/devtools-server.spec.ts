import { DevToolsRelay, readPdfText, testBrowser, until } from '@governance/testing';
import { readdir } from 'node:fs/promises';
import { WebSocket } from 'ws';
import { browserProcesses, gone, signalBrowser } from '../../spec/browser-processes';
import { readyCertificate, refusedCertificate } from '../../spec/sample-certificates';
import {
  type CertificateRendererOptions,
  PuppeteerCertificateRenderer,
} from '../puppeteer-certificate-renderer';
import { DevToolsServer } from './devtools-server';
import { temporaryPlace } from './private-folder';

describe('a browser at BROWSER_URL', () => {
  let server: DevToolsServer;
  let relay: DevToolsRelay;
  let renderer: PuppeteerCertificateRenderer;

  beforeEach(async () => {
    server = new DevToolsServer({ executable: testBrowser, connections: 4, warn: () => undefined });
    relay = await DevToolsRelay.start(`ws://127.0.0.1:${await server.listen(0)}`);
    renderer = rendererWith({});
  });
  afterEach(async () => {
    await renderer.close();
    relay.close();
    await server.close();
    expect(await browserProcesses()).toEqual([]);
  });

  function rendererWith(options: CertificateRendererOptions): PuppeteerCertificateRenderer {
    return new PuppeteerCertificateRenderer({ url: relay.url, deadlineMs: 30_000, ...options });
  }

  async function expectToPrint(): Promise<void> {
    expect(await readPdfText(await renderer.render(readyCertificate()))).toContain(readyCertificate().id);
  }

  function rejection(url: string, headers: Record<string, string> = {}): Promise<string> {
    return new Promise((resolve) => {
      const socket = new WebSocket(url, { headers });
      socket.once('open', () => {
        resolve('open');
      });
      socket.once('error', (error) => {
        resolve(error.message);
      });
    });
  }

  it('prints the same bytes as a browser on this machine', async () => {
    const local = new PuppeteerCertificateRenderer({ executable: testBrowser });
    const expected = await local.render(refusedCertificate());
    await local.close();
    await renderer.render(readyCertificate());
    expect(Buffer.from(await renderer.render(refusedCertificate())).equals(Buffer.from(expected))).toBe(true);
  });

  it('gives each document a context of its own, and closes it', async () => {
    const [created, disposed, printed]: [string[], string[], string[]] = [[], [], []];
    relay.alter = (message) => {
      const {
        method,
        params = {},
        sessionId = '',
      } = JSON.parse(message) as {
        method: string;
        params?: { browserContextId?: string };
        sessionId?: string;
      };
      if (method === 'Target.createBrowserContext') created.push(method);
      if (method === 'Target.disposeBrowserContext') disposed.push(params.browserContextId ?? '');
      if (method === 'Page.printToPDF') printed.push(sessionId);
      return message;
    };
    for (let print = 0; print < 5; print += 1) await expectToPrint();
    expect(new Set(printed).size).toBe(5);
    await until(() => created.length === 7);
    expect(new Set(disposed).size).toBe(5);
  });

  it.each([
    ['renderer', 'The page has crashed'],
    ['browser', 'The browser has ended'],
  ] as const)('rejects a print when its %s is killed, and prints the next one', async (kind, message) => {
    await renderer.ready();
    const former = await browserProcesses();
    await signalBrowser(kind, 'SIGSTOP');
    const outcome = renderer.render(readyCertificate()).catch((error: unknown) => error);
    await new Promise(setImmediate);
    await signalBrowser(kind, 'SIGKILL');
    expect(await outcome).toEqual(new Error(message));
    await gone(former);
    await expectToPrint();
  });

  it('is given up at the deadline when it hangs, ends there, and is replaced', async () => {
    const hasty = rendererWith({ deadlineMs: 5_000 });
    await hasty.ready();
    const former = await browserProcesses();
    await signalBrowser('browser', 'SIGSTOP');
    await expect(hasty.render(readyCertificate())).rejects.toThrow('did not answer within 5000 ms');
    await gone(former);
    expect(await readPdfText(await hasty.render(readyCertificate()))).toContain(readyCertificate().id);
    await hasty.close();
  });

  it('is given up at the deadline when its server hangs, and used again when that answers', async () => {
    const hasty = rendererWith({ deadlineMs: 3_000 });
    await hasty.ready();
    relay.isSilent = true;
    await expect(hasty.render(readyCertificate())).rejects.toThrow('did not answer within 3000 ms');
    await expect(hasty.render(readyCertificate())).rejects.toThrow('did not answer within 3000 ms');
    await hasty.close();
    relay.isSilent = false;
    await expectToPrint();
  });

  it('is refused what it prints when it lies, and replaced', async () => {
    const refused: string[] = [];
    const wary = rendererWith({ refused: (reason) => refused.push(reason) });
    await wary.ready();
    const former = await browserProcesses();
    relay.alter = (message) => message.replace('Ready to launch', 'Not ready to launch');
    await expect(wary.render(readyCertificate())).rejects.toThrow('does not show the launch verdict');
    await gone(former);
    relay.alter = (message) => message;
    expect(await readPdfText(await wary.render(readyCertificate()))).toContain('Ready to launch');
    expect(refused).toEqual(['The page does not show the launch verdict of the credential']);
    await wary.close();
  });

  it('ends with its connection, and leaves no file', async () => {
    await renderer.ready();
    const former = await browserProcesses();
    relay.cut();
    await gone(former);
    await until(async () => {
      const names = await readdir(temporaryPlace());
      return !names.some((name) => name.startsWith(`governance-browser-${process.pid}-`));
    });
  });

  it('refuses further connections, web pages, and other requests', async () => {
    const narrow = new DevToolsServer({ executable: testBrowser, connections: 1, warn: () => undefined });
    const url = `ws://127.0.0.1:${await narrow.listen(0)}`;
    const first = rendererWith({ url });
    await first.ready();
    expect(await rejection(url)).toBe('Unexpected server response: 503');
    expect(await rejection(url, { origin: 'https://evil.example.com' })).toBe(
      'Unexpected server response: 403',
    );
    expect((await fetch(`${url.replace('ws:', 'http:')}/json/version`)).status).toBe(426);
    await first.close();
    await until(async () => (await rejection(url)) === 'open');
    await narrow.close();
  });

  it('is not ready while no browser starts', async () => {
    await expect(server.check()).resolves.toBeUndefined();
    const broken = new DevToolsServer({ executable: '/nowhere', connections: 1, warn: () => undefined });
    await expect(broken.check()).rejects.toThrow('BROWSER_EXECUTABLE names no file');
    expect(await rejection(`ws://127.0.0.1:${await broken.listen(0)}`)).toBe(
      'Unexpected server response: 503',
    );
    await broken.close();
  });
});
