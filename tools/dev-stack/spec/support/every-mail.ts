import { callHttp, callJson, runSql, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type ConsoleVisitor } from '../../../../apps/identity-provider/e2e/support/console';
import { type TestPerson } from '../../../../apps/identity-provider/e2e/support/people';
import { PersonBrowser } from '../../../../apps/identity-provider/e2e/support/person-browser';
import { sampleAssessment } from '../../src/sample-assessment';
import { type StackDescription } from '../../src/stack-description';

export interface ReadMail {
  readonly subject: string;
  readonly text: string;
}

/** What the mails of the stack are about: each has one of these in its text. */
const kinds = [
  /\/results\/[\w-]{48}\s/,
  /\/results\/[\w-]{48}\/again/,
  /\/domain-proofs\//,
  /\/invitations\//,
  /\/password-resets\//,
  /\/second-factor-resets\//,
  /\/console\/members/,
];

/** A result of this person, with evidence, a domain to prove and a reminder that is due, and its documents. */
async function assess({ publicUrl, databaseUrl }: StackDescription, email: string): Promise<string> {
  const evidence = { 'gov-ai-policy': { owner: 'Head of Compliance' } };
  const sent = { ...sampleAssessment(email), renewalReminder: true, evidence };
  const { body } = await callJson(`${publicUrl}/api/survey-results`, { body: sent });
  const resultUrl = String(body.resultUrl);
  const due = `UPDATE deliveries SET available_at = now() WHERE result_id = $1 AND kind = 'renewal-reminder'`;
  await runSql(databaseUrl, due, [String(body.id)]);
  const post = (path: string, fields: Record<string, string>): Promise<unknown> =>
    callHttp(resultUrl + path, { method: 'POST', body: new URLSearchParams(fields) });
  await post('/domain', { name: `${randomUUID()}.example` });
  await post('/domain/mail', { mailbox: 'postmaster' });
  const api = resultUrl.replace('/results/', '/api/results/');
  for (const document of ['certificate', 'evidence-report'])
    await until(async () => (await callHttp(`${api}/${document}`)).status === 200);
  return resultUrl;
}

/** As an administrator: attaches the result, adds a domain, invites a person, and has a second factor removed. */
async function administer(
  admin: ConsoleVisitor,
  { resultUrl, memberId }: { readonly resultUrl: string; readonly memberId: string },
): Promise<void> {
  const token = await admin.formToken('/console/profile');
  const forms: Record<string, Record<string, string>> = {
    'results/attach': { address: resultUrl },
    domains: { name: `${randomUUID()}.example`, connection_id: '' },
    invitations: { email: `${randomUUID()}@acme.example`, role: 'viewer' },
    [`members/${memberId}/second-factor`]: {},
  };
  for (const [path, fields] of Object.entries(forms)) {
    const { status, html } = await admin.post(`/console/${path}`, { token, ...fields });
    if (status !== 303) throw new Error(`${path}: ${status} ${html}`);
  }
}

/** Has the stack send a mail of every kind, and returns all that it has sent. */
export async function everyMail(
  stack: StackDescription,
  { admin, member }: { readonly admin: ConsoleVisitor; readonly member: TestPerson },
): Promise<readonly ReadMail[]> {
  const resultUrl = await assess(stack, member.email);
  await administer(admin, { resultUrl, memberId: member.userId });
  await forgetPassword(new PersonBrowser(stack.issuer), member);
  return until(async () => {
    const mails = await readMails(stack.mailbox.api);
    return kinds.every((kind) => mails.some(({ text }) => kind.test(text))) ? mails : undefined;
  });
}

async function forgetPassword(browser: PersonBrowser, { email }: TestPerson): Promise<void> {
  const { url } = await browser.open('/account');
  await browser.open(`${url.pathname}/password-reset`);
  await browser.submit('/password-reset', { email });
}

async function readMails(api: string): Promise<readonly ReadMail[]> {
  const listed = (await (await fetch(api)).json()) as readonly { readonly id: string }[];
  return Promise.all(listed.map(async ({ id }) => (await (await fetch(`${api}/${id}`)).json()) as ReadMail));
}
