import { type Page } from 'puppeteer';
import { campaignStates } from './campaign-states';
import { evidence } from './evidence';
import { formStates } from './form-states';
import { type Site } from './site';
import { open, refused, type SiteState, state } from './site-state';
import { withdraw } from './withdraw';

export const siteStates: readonly SiteState[] = [
  state('home', (page, { app }) => open(page, `${app.origin}/`)),
  state('rubric', (page, { app }) => open(page, `${app.origin}/rubric/1.1.0`)),
  state('privacy', (page, { app }) => open(page, `${app.origin}/privacy`)),
  ...formStates,
  ...campaignStates,
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
  state('ownership-confirmed', async (page, site) => {
    const address = `holder-${(addresses += 1)}@example.com`;
    const { mail, result } = await site.mailed(refused, address);
    await open(page, `${site.app.origin}/verify/${result.id}/ownership`);
    await page.type('#address', address);
    await page.type('#code', /^[\w-]{22}$/m.exec(mail.text)?.[0] ?? '');
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
      const { html } = await site.inbox.waitForMail(
        ({ to, subject }) => to.includes(asked.submitterEmail) && subject.startsWith('Assess again'),
      );
      await page.setContent(html);
    },
    { message: true },
  ),
  state('not-me-unknown', (page, { app }) => open(page, `${app.origin}/not-me/nothing`)),
];

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
