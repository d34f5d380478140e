import { type Page } from 'puppeteer';
import { evidence, typeEvidence } from './evidence';
import { goldenCase } from './golden';
import { answer, type Site } from './site';
import { open, refused, type SiteState, state } from './site-state';

const unanswered = ['gov-ai-policy', 'inv-register', 'data-use-rules'];

async function openForm(page: Page, site: Site, hash = ''): Promise<void> {
  await open(page, `${site.app.origin}/assessment?mode=msp-self${hash}`);
}

/** The form on its last step, with all but some questions answered. */
async function almost(page: Page, site: Site): Promise<void> {
  await openForm(page, site);
  const { answers } = goldenCase(refused);
  const given = Object.entries(answers).filter(([id]) => !unanswered.includes(id));
  await answer(page, Object.fromEntries(given));
  await page.evaluate('location.hash = "#send"');
  await page.waitForSelector('#send:not([hidden])');
}

async function formWithEvidence(page: Page, site: Site, link: string): Promise<void> {
  await openForm(page, site);
  await typeEvidence(page, link);
}

/** The assessment, from its start to its last step. */
export const formStates: readonly SiteState[] = [
  state('start', (page, { app }) => open(page, `${app.origin}/assessment`)),
  state('start-with-draft', async (page, site) => {
    await openForm(page, site);
    await answer(page, goldenCase(refused).answers);
    await open(page, `${site.app.origin}/assessment`);
  }),
  state('start-with-clients', async (page, site) => {
    for (const client of ['acme', 'bolt']) {
      await open(page, `${site.app.origin}/assessment?mode=client-on-behalf&draft=${client}`);
      await page.type('#client', `The client ${client}`);
      await answer(page, goldenCase('persona-controlled-pilot').answers);
    }
    await open(page, `${site.app.origin}/assessment`);
  }),
  state('start-with-results', async (page, site) => {
    for (const name of [refused, 'persona-mature']) {
      await open(page, (await site.submitted(name)).resultUrl);
      await page.waitForSelector('#remember:not([hidden])');
      await page.click('#remembered');
    }
    await open(page, `${site.app.origin}/assessment`);
    await page.waitForSelector('#results-here:not([hidden])');
  }),
  state('step-about-a-client', async (page, site) => {
    await open(page, `${site.app.origin}/assessment?mode=client-on-behalf`);
    await page.waitForSelector('#client-field:not([hidden])');
  }),
  state('step', (page, site) => openForm(page, site)),
  state('step-answered', async (page, site) => {
    await openForm(page, site);
    const { answers } = goldenCase(refused);
    await answer(page, Object.fromEntries(Object.entries(answers).slice(0, 13)));
    await page.evaluate('location.hash = "#inventory-risk"');
    await page.waitForSelector('#inventory-risk:not([hidden])');
  }),
  state('step-evidence', (page, site) => formWithEvidence(page, site, evidence['gov-ai-policy'].link)),
  state('step-evidence-refused', async (page, site) => {
    await formWithEvidence(page, site, 'http://wiki.example.com');
    await answer(page, goldenCase(refused).answers);
    await page.evaluate('location.hash = "#send"');
    await page.waitForSelector('#send:not([hidden])');
    await page.click('#submit');
    await page.waitForSelector('::-p-text(Enter a web address that begins with https)');
  }),
  state('send-incomplete', almost),
  state('send-complete', async (page, site) => {
    await openForm(page, site);
    await answer(page, goldenCase(refused).answers);
    await page.evaluate('location.hash = "#send"');
    await page.waitForSelector('#send:not([hidden])');
  }),
  state('send-bad-address', async (page, site) => {
    await openForm(page, site);
    await answer(page, goldenCase(refused).answers);
    await page.evaluate('location.hash = "#send"');
    await page.waitForSelector('#send:not([hidden])');
    await page.type('#submitterEmail', 'assessor@example');
    await page.click('#submit');
    await page.waitForSelector('#submitterEmail-error');
  }),
  state('send-reminder-nowhere', async (page, site) => {
    await openForm(page, site);
    await answer(page, goldenCase(refused).answers);
    await page.evaluate('location.hash = "#send"');
    await page.waitForSelector('#send:not([hidden])');
    await page.click('#renewalReminder');
    await page.click('#submit');
    await page.waitForSelector('#renewalReminder-error');
  }),
  state('long-form', (page, site) => openForm(page, site), { scripts: false }),
  state(
    'long-form-refused',
    async (page, site) => {
      await openForm(page, site);
      await page.type('#submitterEmail', 'assessor@');
      await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    },
    { scripts: false },
  ),
  state(
    'long-form-checked',
    async (page, site) => {
      await openForm(page, site);
      await answer(page, goldenCase(refused).answers);
      await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    },
    { scripts: false },
  ),
  state(
    'long-form-evidence-refused',
    async (page, site) => {
      await openForm(page, site);
      await page.click('#q-gov-ai-policy summary');
      await page.type('[name="link.gov-ai-policy"]', 'wiki.example.com');
      await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    },
    { scripts: false },
  ),
];
