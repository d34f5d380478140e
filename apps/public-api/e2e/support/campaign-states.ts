import { type Page } from 'puppeteer';
import { ask, type AskedDraft, type AskedOptions, codeMailed, FormBrowser } from './campaigns';
import { goldenCase } from './golden';
import { answer, type Site } from './site';
import { open, refused, type SiteState, state } from './site-state';

const withCookie = { cookies: ['campaign'] } as const;
const { answers } = goldenCase(refused);
const some = Object.fromEntries(Object.entries(answers).slice(0, 13));

async function openLink(page: Page, site: Site, options?: AskedOptions): Promise<AskedDraft> {
  const asked = await ask(site.app, options);
  await open(page, site.app.origin + asked.path);
  return asked;
}

async function begin(page: Page, site: Site): Promise<AskedDraft> {
  const asked = await openLink(page, site);
  await Promise.all([page.waitForNavigation(), page.click('main form .button')]);
  return asked;
}

async function saveLater(page: Page): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click('.saving .button')]);
}

/** Another browser has saved before this one. */
async function savedElsewhere(site: Site, { path }: AskedDraft): Promise<void> {
  const fields = {
    'answers.gov-ai-policy': '3',
    notes: 'Saved in\nanother browser',
    version: '0',
    save: 'later',
  };
  await new FormBrowser(site.app.origin).post(`${path}/assessment`, fields);
}

/** The browser types the code of a mail, on the page that asks for it. */
async function typeCode(page: Page, site: Site, asked: AskedDraft): Promise<void> {
  const code = await codeMailed(site.inbox, asked, () =>
    Promise.all([page.waitForNavigation(), page.click('button[name="send"]')]),
  );
  await page.type('#code', code);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
}

/** The pages behind the link of a campaign. */
export const campaignStates: readonly SiteState[] = [
  state('campaign', async (page, site) => {
    await openLink(page, site);
  }),
  state(
    'campaign-form',
    async (page, site) => {
      await begin(page, site);
      await answer(page, some);
      await page.evaluate('location.hash = "#inventory-risk"');
      await page.waitForSelector('#saved ::-p-text(Saved.)');
    },
    withCookie,
  ),
  state(
    'campaign-form-without-scripts',
    async (page, site) => {
      await begin(page, site);
      await answer(page, answers);
      await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    },
    { scripts: false },
  ),
  state(
    'campaign-saved',
    async (page, site) => {
      await begin(page, site);
      await answer(page, some);
      await saveLater(page);
    },
    withCookie,
  ),
  state('campaign-in-another-browser', async (page, site) => {
    const asked = await ask(site.app);
    await savedElsewhere(site, asked);
    await open(page, site.app.origin + asked.path);
  }),
  state('campaign-code-sent', async (page, site) => {
    const asked = await ask(site.app);
    await savedElsewhere(site, asked);
    await open(page, site.app.origin + asked.path);
    await Promise.all([page.waitForNavigation(), page.click('button[name="send"]')]);
  }),
  state('campaign-code-wrong', async (page, site) => {
    const asked = await begin(page, site);
    await savedElsewhere(site, asked);
    await saveLater(page);
    await Promise.all([page.waitForNavigation(), page.click('button[name="send"]')]);
    await page.type('#code', '1');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }),
  state(
    'campaign-versions',
    async (page, site) => {
      const asked = await begin(page, site);
      await savedElsewhere(site, asked);
      await answer(page, { 'gov-ai-policy': 1, 'inv-register': 2 });
      await saveLater(page);
      await typeCode(page, site, asked);
    },
    withCookie,
  ),
  state(
    'campaign-submitted',
    async (page, site) => {
      const asked = await begin(page, site);
      await answer(page, answers);
      await page.evaluate('location.hash = "#send"');
      await page.waitForSelector('#send:not([hidden])');
      await Promise.all([page.waitForNavigation(), page.click('#submit')]);
      await open(page, site.app.origin + asked.path);
    },
    withCookie,
  ),
  state('campaign-closed', async (page, site) => {
    const closesAt = new Date(Date.now() - 1_000);
    await openLink(page, site, { closesAt });
  }),
  state('campaign-overdue', async (page, site) => {
    const over = new Date(Date.now() - 1_000);
    await openLink(page, site, { dueAt: over });
  }),
  state('campaign-unknown', (page, { app }) => open(page, `${app.origin}/campaign/${'A'.repeat(48)}`)),
  state('campaign-opt-out', async (page, site) => {
    const { path } = await ask(site.app);
    await open(page, `${site.app.origin}${path}/opt-out`);
  }),
  state('campaign-opted-out', async (page, site) => {
    const { path } = await ask(site.app);
    await open(page, `${site.app.origin}${path}/opt-out`);
    await Promise.all([page.waitForNavigation(), page.click('main form .button')]);
  }),
  state(
    'message-code',
    async (page, site) => {
      const asked = await ask(site.app);
      await savedElsewhere(site, asked);
      await codeMailed(site.inbox, asked, () =>
        new FormBrowser(site.app.origin).post(`${asked.path}/code`, { send: 'true' }),
      );
      const { html } = await site.inbox.waitForMail(asked.email);
      await page.setContent(html);
    },
    { message: true },
  ),
];
