import { readPdf, readQrCodes } from '@governance/testing';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { must, readJson } from './demo-checks';
import { sampleAssessment } from './sample-assessment';
import { readDescription, type StackDescription } from './stack-description';
import { stackFiles } from './stack-files';
import { Terminal } from './terminal';

const { STACK_FILE: stackFile = stackFiles(join(__dirname, '..', '..', '..')).description } = process.env;
const terminal = new Terminal(process.stdout);
const directory = process.env.INIT_CWD ?? process.cwd();
/** The first certificate waits until the browser is unpacked and started. */
const mailTimeoutMs = 60_000;

interface SubmittedResult {
  readonly id: string;
  readonly overallScore: number;
  readonly tier: string;
  readonly launchAllowed: boolean;
  readonly verificationUrl: string;
  readonly certificateDelivery: string;
}

interface Message {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly attachments: readonly { filename: string; contentType: string }[];
}

async function submit({ publicUrl }: StackDescription, address: string): Promise<SubmittedResult> {
  const response = await fetch(`${publicUrl}/api/survey-results`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sampleAssessment(address)),
  });
  must(
    response.status === 201,
    `the response to the submission is ${response.status}: ${await response.clone().text()}`,
  );
  const result = await readJson<SubmittedResult>(response);
  must(result.certificateDelivery === 'queued', 'the certificate is not queued');
  terminal.done(
    'Assessment submitted',
    `score ${result.overallScore}, ${result.tier}, ${result.launchAllowed ? 'ready' : 'not ready'} to launch`,
  );
  return result;
}

async function awaitMessage({ mailbox }: StackDescription, address: string): Promise<Message> {
  const began = performance.now();
  for (;;) {
    const messages = await readJson<Message[]>(await fetch(mailbox.api));
    const found = messages.find(({ to }) => to.includes(address));
    if (found) {
      terminal.done(
        'Message arrived',
        `"${found.subject}" after ${((performance.now() - began) / 1000).toFixed(1)} s`,
      );
      return readJson<Message>(await fetch(`${mailbox.api}/${found.id}`));
    }
    must(performance.now() - began < mailTimeoutMs, `no message to ${address} arrived within a minute`);
    await delay(100);
  }
}

/** Saves the certificate and returns the address in its QR code. */
async function saveCertificate(
  { mailbox }: StackDescription,
  message: Message,
  result: SubmittedResult,
): Promise<string> {
  const number = message.attachments.findIndex(({ contentType }) => contentType === 'application/pdf');
  must(number >= 0, 'the message has no PDF');
  const response = await fetch(`${mailbox.api}/${message.id}/attachments/${number}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const file = join(dirname(stackFile), `certificate-${result.id.slice(0, 8)}.pdf`);
  writeFileSync(file, bytes);
  terminal.done('Certificate saved', relative(directory, file));
  const [qrCodes, { title }] = [await readQrCodes(bytes), await readPdf(bytes)];
  const [code] = qrCodes;
  must(qrCodes.length === 1 && code !== undefined, `the certificate has ${qrCodes.length} readable QR codes`);
  must(code === result.verificationUrl, `the QR code leads to ${code}, not to ${result.verificationUrl}`);
  terminal.done('QR code read', code);
  must(Boolean(title), 'the certificate has no title');
  return code;
}

async function verifyAsProgram(url: string, result: SubmittedResult): Promise<void> {
  const response = await fetch(`${url}?format=json`);
  must(response.status === 200, `the response to the verification is ${response.status}`);
  const record = await readJson<Record<string, unknown>>(response);
  must(record.valid === true && record.status === 'valid', `the record says ${JSON.stringify(record)}`);
  for (const name of ['id', 'overallScore', 'tier', 'launchAllowed'] as const) {
    must(record[name] === result[name], `the record's ${name} is ${JSON.stringify(record[name])}`);
  }
  terminal.done('Verified as JSON', `valid, ${String(record.tier)} with ${String(record.overallScore)}`);
}

async function verifyAsBrowser(
  { publicUrl }: StackDescription,
  url: string,
  { id }: SubmittedResult,
): Promise<void> {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const redirect = await fetch(url, { headers, redirect: 'manual' });
  const location = redirect.headers.get('location') ?? '';
  must(redirect.status === 302, `the response to a browser is ${redirect.status}`);
  must(location === `${publicUrl}/verify/${id}`, `a browser is redirected to ${location}`);
  const page = await fetch(location, { headers });
  const markup = await page.text();
  must(page.status === 200, `the response of the verification page is ${page.status}`);
  must(markup.includes(id), 'the verification page lacks the certificate id');
  terminal.done('Verified in a browser', location);
}

async function demo(): Promise<void> {
  const stack = readDescription(stackFile);
  must(stack !== undefined, 'no stack is running. Run `npm start`, wait until it is up, and run this again');
  terminal.say('');
  // A new address each time: one recipient gets only a few messages an hour.
  const address = `assessor-${randomBytes(4).toString('hex')}@example.com`;
  const result = await submit(stack, address);
  const message = await awaitMessage(stack, address);
  const url = await saveCertificate(stack, message, result);
  await verifyAsProgram(url, result);
  await verifyAsBrowser(stack, url, result);
  terminal.say('');
}

demo().catch((error: unknown) => {
  terminal.fail(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
