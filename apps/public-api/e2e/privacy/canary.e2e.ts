import { attachmentNames, readAttachments } from '@governance/certificate-verifier';
import { Keyring } from '@governance/keyring';
import {
  callHttp,
  type Inbox,
  readPdf,
  startInbox,
  type StoredMail,
  TraceReceiver,
  until,
} from '@governance/testing';
import { randomUUID } from 'node:crypto';
import {
  address,
  domain,
  evidence,
  evidenceCanaries,
  found,
  idempotencyKey,
  notes,
  organizationName,
  refusedBodies,
  secrets,
  withoutEvidence,
} from '../support/canaries';
import { documentOf } from '../support/documents';
import { type PublicPrograms, publicPrograms, type Service, submitTo } from '../support/public-programs';
import { smtpError } from '../support/worker-app';

describe('an address, notes, evidence, a declared name and a domain to prove', () => {
  let programs: PublicPrograms;
  let inbox: Inbox;
  let receiver: TraceReceiver;
  let main: Service;
  let worker: Service;
  let id: string;
  let message: StoredMail;
  let capability: string;
  const answers: string[] = [];

  beforeAll(async () => {
    programs = await publicPrograms();
    let refusals = 1;
    inbox = await startInbox({
      onRecipient: (recipient) => {
        // Mail servers repeat addresses in their responses.
        if (recipient === address && refusals-- > 0) throw smtpError(450, `<${recipient}> is greylisted`);
        if (recipient.startsWith('gone+')) throw smtpError(550, `<${recipient}> is unknown here`);
      },
    });
    receiver = await TraceReceiver.start();
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
    main = await programs.start('main', traces);
    const mail = { SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'certificates@example.org' };
    worker = await programs.start('worker', { ...mail, ...traces });
    await leaveTraces();
  });
  afterAll(async () => {
    await programs.close();
    await inbox.close();
    receiver.close();
  });

  /** Everything that a client can do with them, and every error on the way. */
  async function leaveTraces(): Promise<void> {
    const submitted = await submitTo(
      main,
      {
        submitterEmail: address,
        notes,
        organizationName,
        renewalReminder: true,
        evidence: { 'gov-ai-policy': evidence },
      },
      { 'idempotency-key': idempotencyKey },
    );
    answers.push(submitted.text);
    id = String(submitted.body.id);
    const { pathname: result } = new URL(String(submitted.body.resultUrl));
    capability = result.split('/').at(-1) ?? '';
    for (const body of refusedBodies) {
      const refused = await submitTo(main, body);
      expect(refused.status).toBe(400);
      answers.push(refused.text);
    }
    const key = { 'idempotency-key': idempotencyKey };
    const other = await submitTo(main, { submitterEmail: address, notes: 'other' }, key);
    expect(other.status).toBe(422);
    answers.push(other.text);
    answers.push((await submitTo(main, { submitterEmail: `gone+${address}`, notes })).text);
    message = await inbox.waitForMail(address);
    const [notMe = ''] = /\/not-me\/\S+/.exec(message.text) ?? [];
    for (const [path, expected] of [
      [`/api/survey-results/${id}/verify`, 200],
      [`/api/certification/verify/${id}?format=json`, 200],
      [`/verify/${id}`, 200],
      [`${result}/frameworks`, 200],
      [`${result}/what-if`, 200],
      [`${result}/compare`, 200],
      [`${result}/compare/${capability}`, 200],
      [`/api${result}`, 200],
      [`/api${result}/delivery`, 200],
      [`/api${result}x`, 404],
      [`/results/badge/${id}.svg`, 200],
      [notMe, 200],
      [`/verify/${randomUUID()}?address=${encodeURIComponent(address)}`, 404],
      [`/${encodeURIComponent(address)}`, 404],
    ] as const) {
      const { status, text } = await callHttp(main.origin + path);
      expect([path, status]).toEqual([path, expected]);
      answers.push(text);
    }
    await readEvidence(result, submitted.body);
    await proveOwnership();
    const { pdf, headers } = await documentOf(main, submitted.body);
    const attached = await readAttachments(pdf);
    const shown = [(await readPdf(pdf)).text, attached.get(attachmentNames.result) ?? ''];
    expect(shown.map((text) => text.split(organizationName).length)).toEqual([2, 2]);
    // It prints the name, and nothing else of theirs.
    answers.push(...shown.map((text) => text.replace(organizationName, '')));
    answers.push(JSON.stringify(headers), attached.get(attachmentNames.credential) ?? '');
    await askForDomain();
    const resent = await callHttp(`${main.origin}/api/survey-results/${id}/resend`, { method: 'POST' });
    expect(resent.status).toBe(200);
    answers.push(resent.text);
    await readReminder();
    await settled();
  }

  /** What shows the evidence to its holder shows nothing else of theirs. */
  async function readEvidence(result: string, submitted: Record<string, unknown>): Promise<void> {
    for (const path of ['', '/plan.csv', '/answers.csv', '/again']) {
      const { status, text } = await callHttp(main.origin + result + path);
      expect([path, status]).toEqual([path, 200]);
      const missing = Object.values(evidence).filter((shown) => !text.includes(shown));
      expect([path, missing]).toEqual([path, []]);
      // Only the form that starts from the result is filled in with the name.
      const withName = path === '/again' ? 2 : 1;
      expect([path, text.split(organizationName).length]).toEqual([path, withName]);
      answers.push(withoutEvidence(text.replaceAll(organizationName, '')));
    }
    const { pdf, headers } = await documentOf(main, submitted, 'evidence-report');
    const { text, title } = await readPdf(pdf);
    for (const shown of [evidence.owner, evidence.note, 'canary-link-3c8b']) expect(text).toContain(shown);
    answers.push(withoutEvidence(text.replace(/https:\S+\s?\S*44fe/, '')), title, JSON.stringify(headers));
  }

  /** The reminder, as if its day had come. */
  async function readReminder(): Promise<void> {
    await programs.sql(`UPDATE deliveries SET available_at = now() WHERE kind = 'renewal-reminder'`);
    const reminder = await inbox.waitForMail(({ subject }) => subject.startsWith('Assess again by'));
    expect(reminder.to).toEqual([address]);
    const [headers = ''] = reminder.raw.toString('latin1').split('\r\n\r\n', 1);
    answers.push(headers.replace(`To: ${address}`, ''), reminder.text + reminder.html);
  }

  async function proveOwnership(): Promise<void> {
    for (const [code, expected] of [
      ['wrong', 403],
      [/^[\w-]{22}$/m.exec(message.text)?.[0] ?? '', 303],
    ] as const) {
      const { status, text, headers } = await callHttp(`${main.origin}/verify/${id}/ownership`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ address, code }).toString(),
      });
      expect([code, status]).toEqual([code, expected]);
      answers.push(text, headers.get('location') ?? '');
    }
  }

  async function askForDomain(): Promise<void> {
    const path = `${main.origin}/api/results/${capability}/domain`;
    const ask = async (method: string, below: string, body?: object): Promise<string> => {
      const headers = { 'content-type': 'application/json' };
      const { status, text } = await callHttp(path + below, {
        method,
        ...(body && { headers, body: JSON.stringify(body) }),
      });
      expect([below, status < 300]).toEqual([below, true]);
      return text;
    };
    const told = [
      await ask('PUT', '', { name: domain }),
      await ask('POST', '/mail', { mailbox: 'hostmaster' }),
      await ask('GET', ''),
    ];
    // Only its holder is told.
    for (const text of told) expect(found(text.replaceAll(domain, ''))).toEqual([]);
    const asked = await inbox.waitForMail(`hostmaster@${domain}`);
    const [headers] = asked.raw.toString('latin1').split('\r\n\r\n', 1);
    answers.push((headers ?? '').replace(`To: hostmaster@${domain}`, ''), asked.text.replaceAll(domain, ''));
    const [link = ''] = /\/domain-proofs\/\S+/.exec(asked.text) ?? [];
    const page = await callHttp(main.origin + link);
    expect(page.status).toBe(200);
    answers.push(page.text.replaceAll(domain, ''));
    for (const shown of [`/verify/${id}`, `/api/certification/verify/${id}?format=json`])
      answers.push((await callHttp(main.origin + shown)).text);
  }

  async function settled(): Promise<void> {
    const due = `SELECT id FROM deliveries WHERE state = 'queued'`;
    await until(async () => (await programs.sql(due)).length === 0);
  }

  it('are in no response and on no page', () => {
    expect(answers.length).toBeGreaterThan(25);
    expect(answers.flatMap((text) => found(text))).toEqual([]);
  });

  it('are in no log and no metric, nor is the capability of the result', async () => {
    const logs = main.program.output() + worker.program.output();
    expect(logs).toContain('"request"');
    expect(logs).toContain(`/api/results/${capability.slice(0, 8)}…/certificate`);
    const asked = [main, worker].map(({ management }) => callHttp(`${management}/metrics`));
    const metrics = (await Promise.all(asked)).map(({ text }) => text).join('');
    expect(metrics.split('# HELP process_cpu_seconds_total')).toHaveLength(3);
    expect(metrics).toContain('route="/api/results/:capability/certificate"');
    expect(found(logs + metrics)).toEqual([]);
    // The first characters are those of the id.
    expect(found(logs + metrics, [capability.slice(0, 9), capability.slice(-12)])).toEqual([]);
  });

  it('are in no span, nor is the capability or the id of the result', async () => {
    const names = (): string[] => receiver.spans.map(({ name }) => name);
    // The last request and the last mail.
    await until(() => names().includes('POST /api/survey-results/:id/resend'));
    await until(() => names().includes('deliver renewal-reminder'));
    for (const name of ['POST /verify/:id/ownership', 'deliver domain-proof', 'SMTP send', 'insert-results'])
      expect(names()).toContain(name);
    const failures = receiver.spans.filter(({ status }) => status.code !== 0);
    expect(failures.map(({ name }) => name)).toContain('SMTP send');
    const spans = receiver.bodies.join('');
    expect(found(spans)).toEqual([]);
    expect(found(spans, [capability, id])).toEqual([]);
    expect(found(`${spans}${address}`)).toContain(address);
  });

  it('are in the message only as its recipient, and in the certificate only as the name', async () => {
    const source = message.raw.toString('latin1');
    expect(message.to).toEqual([address]);
    const withoutRecipient = source.replaceAll(`To: ${address}`, '');
    expect(found(withoutRecipient, [...secrets, ...evidenceCanaries, domain])).toEqual([]);
    // The encoded PDF contains the name.
    const [beforePdf = '', ...pdfs] = withoutRecipient.split('Content-Type: application/pdf');
    expect(pdfs).toHaveLength(1);
    expect(found(beforePdf)).toEqual([]);
    expect(found(`${message.text}${message.html}`)).toEqual([]);
    const pdf = message.attachments[0]?.content ?? new Uint8Array();
    const { text, title } = await readPdf(pdf);
    expect(text).toContain(id);
    const attached = await readAttachments(pdf);
    expect(attached.size).toBe(Object.keys(attachmentNames).length);
    const shown = [text, title, ...attached.values()].join('\n');
    expect(found(shown, [...secrets, ...evidenceCanaries])).toEqual([]);
    expect(text).toContain(`${organizationName} (declared by the holder, not checked)`);
    expect(found([title, attached.get(attachmentNames.credential)].join('\n'))).toEqual([]);
  });

  it('are in no plain dump of the database § V14.2.4', async () => {
    const tables = await programs.sql(`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`);
    expect(tables.length).toBeGreaterThan(4);
    for (const { name } of tables) {
      const rows = await programs.sql(`SELECT row_to_json(t)::text AS row FROM ${String(name)} AS t`);
      expect(found(rows.map(({ row }) => String(row)).join('\n'))).toEqual([]);
    }
  });

  it('are in their sealed columns, readable with the keyring', async () => {
    const keyring = Keyring.load(programs.keyringFile);
    const open = (table: string, column: string, row: Record<string, unknown>): string =>
      keyring.open(row[column] as Buffer, { table, column, row: String(row.id) }).toString();

    const [result = {}] = await programs.sql(
      'SELECT id, submitter_email, notes, organization_name, evidence FROM survey_results WHERE id = $1',
      [id],
    );
    expect(open('survey_results', 'submitter_email', result)).toBe(address);
    expect(open('survey_results', 'notes', result)).toBe(notes);
    expect(open('survey_results', 'organization_name', result)).toBe(organizationName);
    expect(JSON.parse(open('survey_results', 'evidence', result))).toEqual({ 'gov-ai-policy': evidence });
    const deliveries = await programs.sql(
      `SELECT id, recipient, message FROM deliveries WHERE result_id = $1 AND state = 'sent' AND kind <> 'domain-proof'`,
      [id],
    );
    expect(deliveries.length).toBeGreaterThan(0);
    for (const delivery of deliveries) {
      expect(open('deliveries', 'recipient', delivery)).toBe(address);
      expect(open('deliveries', 'message', delivery)).toContain(`To: ${address}`);
    }
  });
});
