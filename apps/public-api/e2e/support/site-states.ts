import { type Page } from 'puppeteer';
import { type Allowances } from './accessibility';
import { evidence, typeEvidence } from './evidence';
import { goldenCase } from './golden';
import { answer, type Site } from './site';
import { withdraw } from './withdraw';

/** A page in one of the states that visitors see. */
export interface SiteState extends Allowances {
  readonly name: string;
  readonly scripts?: false;
  go(page: Page, site: Site): Promise<void>;
}

const refused = 'persona-policy-on-paper';
const unanswered = ['gov-ai-policy', 'inv-register', 'data-use-rules'];

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate('document.fonts.ready');
}

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

export const siteStates: readonly SiteState[] = [
  state('home', (page, { app }) => open(page, `${app.origin}/`)),
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
    'long-form-evidence-refused',
    async (page, site) => {
      await openForm(page, site);
      await page.click('#q-gov-ai-policy summary');
      await page.type('[name="link.gov-ai-policy"]', 'wiki.example.com');
      await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    },
    { scripts: false },
  ),
  state('result-refused', async (page, site) => open(page, (await site.submitted(refused)).resultUrl)),
  state('result-critical', async (page, site) =>
    open(page, (await site.submitted('persona-just-bought-assistant')).resultUrl),
  ),
  state('result-allowed', async (page, site) =>
    open(page, (await site.submitted('persona-mature')).resultUrl),
  ),
  state('result-nothing-left', async (page, site) =>
    open(page, (await site.submitted('all-3-msp-self')).resultUrl),
  ),
  state('result-every-answer', async (page, site) => {
    await open(page, (await site.submitted(refused)).resultUrl);
    await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
  }),
  state('result-evidence', async (page, site) => {
    await open(page, (await site.submitted(refused, { evidence })).resultUrl);
    await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
  }),
  state(
    'evidence-report-queued',
    async (page, site) =>
      open(page, `${(await site.submitted(refused, { evidence })).resultUrl}/evidence-report`),
    { scripts: false },
  ),
  state('again', async (page, site) => open(page, `${(await site.submitted(refused)).resultUrl}/again`)),
  state('compare-refused', async (page, site) => {
    await open(page, `${(await site.submitted(refused)).resultUrl}/compare`);
    await page.type('#other', 'nothing');
    await Promise.all([page.waitForNavigation(), page.click('form button')]);
  }),
  state('comparison', async (page, site) => {
    const earlier = await site.submitted('persona-just-bought-assistant');
    const { resultUrl } = await site.submitted(refused);
    await open(page, `${resultUrl}/compare/${earlier.resultUrl.split('/').at(-1) ?? ''}`);
  }),
  state('what-if', async (page, site) => {
    await open(page, `${(await site.submitted(refused)).resultUrl}/what-if`);
    await page.waitForSelector('#trial[data-ready]');
  }),
  state('what-if-changed', async (page, site) => {
    await open(page, `${(await site.submitted(refused)).resultUrl}/what-if`);
    await page.waitForSelector('#trial[data-ready]');
    await page.type('#days', '12');
    await page.click('#q-gov-ai-policy label:nth-child(2)');
    await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
  }),
  state(
    'what-if-without-scripts',
    async (page, site) => {
      await open(page, `${(await site.submitted(refused)).resultUrl}/what-if`);
      await page.type('#days', '1000');
      await Promise.all([page.waitForNavigation(), page.click('#calculate-days')]);
    },
    { scripts: false },
  ),
  state('frameworks', async (page, site) =>
    open(page, `${(await site.submitted(refused)).resultUrl}/frameworks`),
  ),
  state('result-sent-again', async (page, site) => {
    await open(page, (await site.submitted(refused, { submitterEmail: 'again@example.com' })).resultUrl);
    await Promise.all([page.waitForNavigation(), page.click('#certificate form button')]);
  }),
  state('result-not-sent', async (page, site) => {
    await open(page, `${(await site.submitted(refused)).resultUrl}?sent=not`);
  }),
  state('result-domain-asked', async (page, site) => {
    await open(page, (await site.submitted(refused)).resultUrl);
    await page.type('#domain-name', 'managed-services.example');
    await Promise.all([page.waitForNavigation(), page.click('#domain form button')]);
  }),
  state('result-domain-refused', async (page, site) => {
    await open(page, `${(await site.submitted(refused)).resultUrl}?domain=invalid`);
  }),
  state('result-domain-proven', async (page, site) => {
    const { resultUrl } = await site.submitted(refused);
    await proveByMail(page, site, resultUrl);
    // The script of the page looks again until the worker has signed.
    await open(page, resultUrl);
    await page.waitForSelector('#domain ::-p-text(The certificate shows)');
  }),
  state('confirm-domain', async (page, site) => {
    const { resultUrl } = await site.submitted(refused);
    await open(page, await domainLink(page, site, resultUrl));
  }),
  state('domain-confirmed', async (page, site) => {
    await proveByMail(page, site, (await site.submitted(refused)).resultUrl);
  }),
  state('confirm-domain-unknown', (page, { app }) => open(page, `${app.origin}/domain-proofs/nothing`)),
  state('result-withdrawn', async (page, site) => {
    const { id, resultUrl } = await site.submitted(refused);
    await withdraw(site.app, '--id', id, '--reason', 'misused');
    await open(page, resultUrl);
    await page.waitForSelector('::-p-text(withdrawn)');
  }),
  // Without the script, which would leave the page.
  state(
    'certificate-queued',
    async (page, site) => open(page, `${(await site.submitted(refused)).resultUrl}/certificate`),
    { scripts: false },
  ),
  state('certificate-ready', async (page, site) => {
    await open(page, `${(await site.submitted(refused)).resultUrl}/certificate`);
    await page.waitForSelector('#download');
  }),
  state('result-unknown', (page, { app }) => open(page, `${app.origin}/results/${'A'.repeat(48)}`)),
  state('verify', (page, { app }) => open(page, `${app.origin}/verify`)),
  state('verify-refused', (page, { app }) => open(page, `${app.origin}/verify?certificate=nothing`)),
  state('unknown-page', (page, { app }) => open(page, `${app.origin}/nothing/here`)),
  state('verification', async (page, site) =>
    open(page, (await site.submitted('persona-controlled-pilot')).verificationUrl),
  ),
  state('verification-unknown', (page, { app }) =>
    open(page, `${app.origin}/verify/00000000-0000-4000-8000-000000000001`),
  ),
  state('verification-withdrawn', async (page, site) => {
    const { id, verificationUrl } = await site.submitted('persona-controlled-pilot');
    const withdraw = `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`;
    await site.app.sql(withdraw, [id]);
    await open(page, verificationUrl);
    await page.waitForSelector('::-p-text(withdrawn)');
  }),
  state('ownership', async (page, site) =>
    open(page, `${site.app.origin}/verify/${(await site.submitted(refused)).id}/ownership`),
  ),
  state('ownership-refused', async (page, site) => {
    await open(page, `${site.app.origin}/verify/${(await site.submitted(refused)).id}/ownership`);
    await page.type('#address', 'assessor@example.com');
    await page.type('#code', 'wrong');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }),
  state('verify-offline', (page, { app }) => open(page, `${app.origin}/verify-offline.html`)),
  state('verify-offline-refused', async (page, { app }) => {
    await open(page, `${app.origin}/verify-offline.html`);
    await page.type('textarea', 'no credential');
    await page.click('button');
  }),
  state('not-me', async (page, site) => open(page, await blockUrl(site))),
  state('not-me-blocked', async (page, site) => {
    await open(page, await blockUrl(site));
    await Promise.all([page.waitForNavigation(), page.click('form button')]);
  }),
  state('message', (page, site) => showMessage(page, site, (html) => html), { message: true }),
  state(
    'message-without-styles',
    (page, site) =>
      showMessage(page, site, (html) =>
        html.replace(/<style[\s\S]*?<\/style>/g, '').replace(/ (?:style|class)="[^"]*"/g, ''),
      ),
    { message: true, unstyled: true },
  ),
  state(
    'reminder',
    async (page, site) => {
      const asked = { submitterEmail: 'reminded@example.com', renewalReminder: true };
      const { id } = await site.submitted(refused, asked);
      const due = `UPDATE deliveries SET available_at = now() WHERE result_id = $1 AND kind = 'renewal-reminder'`;
      await site.app.sql(due, [id]);
      const { html } = await site.inbox.waitForMail(({ subject }) => subject.startsWith('Assess again'));
      await page.setContent(html);
    },
    { message: true },
  ),
  state('not-me-unknown', (page, { app }) => open(page, `${app.origin}/not-me/nothing`)),
];

function state(name: string, go: SiteState['go'], special: Omit<SiteState, 'name' | 'go'> = {}): SiteState {
  return { name, go, ...special };
}

/** As in a mail program. */
async function showMessage(page: Page, site: Site, shown: (html: string) => string): Promise<void> {
  const { mail } = await site.mailed(refused, `reader-${(addresses += 1)}@example.com`);
  await page.setContent(shown(mail.html));
}

let addresses = 0;

/** Has the link mailed to a domain of its own. */
async function domainLink(page: Page, site: Site, resultUrl: string): Promise<string> {
  const domain = `reader-${(addresses += 1)}.example`;
  await open(page, resultUrl);
  await page.type('#domain-name', domain);
  await Promise.all([page.waitForNavigation(), page.click('#domain form button')]);
  await Promise.all([page.waitForNavigation(), page.click('#domain form[action$="/mail"] button')]);
  const { text } = await site.inbox.waitForMail(`postmaster@${domain}`);
  const [url] = /\S+\/domain-proofs\/\S+/.exec(text) ?? [];
  if (url === undefined) throw new Error('the message has no link to confirm the domain');
  return url;
}

async function proveByMail(page: Page, site: Site, resultUrl: string): Promise<void> {
  await open(page, await domainLink(page, site, resultUrl));
  await Promise.all([page.waitForNavigation(), page.click('form button')]);
}

/** The link from a message. */
async function blockUrl(site: Site): Promise<string> {
  const { mail } = await site.mailed(refused, `owner-${(addresses += 1)}@example.com`);
  const [url] = /\S+\/not-me\/\S+/.exec(mail.text) ?? [];
  if (url === undefined) throw new Error('the message has no link to end messages');
  return url;
}
