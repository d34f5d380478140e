import { readPdfText, testBrowser } from '@governance/testing';
import { launchBrowser, type LaunchedBrowser } from './launch-browser';
import { alive, descendants } from './process-tree';
import { type LoopbackTrap, loopbackTrap } from '../../spec/loopback-trap';
import { WarmBrowser } from './warm-browser';

/** Markup that requests resources in every way that works without scripts. */
function greedyMarkup(url: string): string {
  return `<!doctype html>
    <link rel="stylesheet" href="${url}/style"><link rel="prefetch" href="${url}/prefetch">
    <link rel="preconnect" href="${url}"><style>@import '${url}/import'; body { background: url(${url}/background) }</style>
    <p>greedy</p><img src="${url}/image"><iframe src="${url}/frame"></iframe><object data="${url}/object"></object>
    <script src="${url}/script"></script><script>fetch('${url}/fetch')</script>`;
}

const empty = { document: '<!doctype html><main></main>', deadlineMs: 10_000 };

describe('the launched browser', () => {
  let launched: LaunchedBrowser;
  let trap: LoopbackTrap;

  beforeEach(async () => {
    trap = await loopbackTrap();
    launched = await launchBrowser({
      executable: testBrowser,
      deadlineMs: 20_000,
      warn: () => undefined,
    });
  });
  afterEach(async () => {
    trap.close();
    await launched.remove();
  });

  it('reaches no address, even when a page may run scripts', async () => {
    const page = await launched.browser.newPage();
    await page.setContent(greedyMarkup(trap.url));
    const script = `Promise.allSettled([
      fetch('${trap.url}/fetch'),
      new Promise((resolve) => { new WebSocket('${trap.url.replace('http', 'ws')}/socket').onerror = resolve; }),
      new Promise((resolve) => { const image = new Image(); image.onerror = resolve; image.src = '${trap.url}/picture'; }),
    ]).then((all) => all.map(({ status }) => status).join())`;
    expect(await page.evaluate(script)).toBe('rejected,fulfilled,fulfilled');
    expect(trap.hits).toEqual([]);
  });

  it('sends no request and runs no script when it prints', async () => {
    const browser = await WarmBrowser.prepare(launched, empty);
    const markup = greedyMarkup(trap.url) + '<script>document.body.textContent = "scripted"</script>';
    const printed = await browser.print({ sheet: 'certificate', markup }, 10_000);
    expect(await readPdfText(printed)).toBe('greedy');
    expect(trap.hits).toEqual([]);
  });

  it('finishes its current prints before it retires', async () => {
    const browser = await WarmBrowser.prepare(launched, empty);
    const family = await descendants(launched.pid);
    expect(family.length).toBeGreaterThan(2);
    const answer = browser.answers(10_000);
    browser.retire();
    expect(browser.usable).toBe(false);
    await expect(answer).resolves.toBeUndefined();
    await browser.ended;
    // An exited process stays listed until its parent reaps it, at an unspecified time.
    expect(await alive(family)).toEqual([]);
  });
});
