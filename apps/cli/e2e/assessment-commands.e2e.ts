import { given } from '@governance/testing';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandLine } from './support/command-line';
import { installedCli } from './support/packages';
import { sharedStack } from './support/stack';

interface Question {
  readonly id: string;
  readonly modes: readonly string[];
}

describe('governance, on the public surface', () => {
  const stack = given(sharedStack);
  let archive: string;
  let cli: CommandLine;
  let questions: readonly Question[];
  let certificateId: string;
  let publicUrl: readonly [string, string];

  beforeAll(async () => {
    publicUrl = ['--public-url', stack.publicUrl];
    const installed = await installedCli();
    ({ archive } = installed);
    cli = new CommandLine(installed.program);
    const rubric = await fetch(`${stack.publicUrl}/assessment.json`);
    questions = ((await rubric.json()) as { readonly questions: readonly Question[] }).questions;
  });
  afterAll(() => {
    cli.remove();
  });

  it('runs by npx from its archive, in an empty folder and without a registry', async () => {
    const [empty, cache] = [mkdtempSync(join(tmpdir(), 'empty-')), mkdtempSync(join(tmpdir(), 'cache-'))];
    const args = ['--yes', '--offline', `--package=${archive}`, 'governance', '--version'];
    const { stdout } = await promisify(execFile)('npx', args, {
      cwd: empty,
      env: { ...process.env, npm_config_cache: cache },
    });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(readdirSync(empty)).toEqual([]);
    for (const made of [empty, cache]) rmSync(made, { recursive: true });
  });

  it('assesses from CSV, and mails the certificate', async () => {
    const lines = questions.map(({ id }) => `${id},2`);
    cli.write('answers.csv', `question,answer\n${lines.join('\n')}\n`);
    const options = ['--answers', 'answers.csv', '--email', 'linus@example.com', ...publicUrl];
    const result = (await cli.json('assess', ...options)) as { id: string; overallScore: number };
    expect(result.overallScore).toBe(66);
    certificateId = result.id;
  });

  it('plans a launch from JSON on stdin', async () => {
    const answers = Object.fromEntries(questions.map(({ id }) => [id, 1]));
    const { code, stdout, stderr } = await cli.run(['plan', '--answers', '-', ...publicUrl], {
      stdin: JSON.stringify({ mode: 'msp-self', answers }),
    });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/After .+ person-days/) as unknown,
    });
    expect(stdout).toMatch(/^ACTION +FROM +TO +DAYS +POINTS +REQUIRED\n/);
  });

  it('verifies a certificate by its id', async () => {
    expect(await cli.json('verify', certificateId, ...publicUrl)).toMatchObject({
      valid: true,
      overallScore: 66,
    });
    const unknown = await cli.run(['verify', '00000000-0000-4000-8000-000000000000', ...publicUrl]);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('is not valid: not_found');
    const id = '00000000-0000-4000-8000-000000000000';
    const json = await cli.run(['verify', id, '--output', 'json', ...publicUrl]);
    const verdict = { valid: false, id, status: 'not_found' };
    expect([json.code, JSON.parse(json.stdout)]).toEqual([1, verdict]);
  });

  it('verifies a certificate as a PDF, and refuses one that was changed', async () => {
    const mail = await stack.inbox.waitForMail('linus@example.com');
    const pdf = mail.attachments.find(({ filename }) => filename.endsWith('.pdf'))?.content;
    if (!pdf) throw new Error('the mail has no PDF');
    cli.write('certificate.pdf', pdf);
    const genuine = await cli.run(['verify', 'certificate.pdf', ...publicUrl, '--output', 'json']);
    expect({ code: genuine.code, stderr: genuine.stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('ok: The file is as it was issued') as string,
    });
    expect(JSON.parse(genuine.stdout)).toMatchObject({ genuine: true, id: certificateId });
    expect(genuine.stderr).toContain('not checked: what the page shows');
    expect(genuine.stderr).toContain('To compare the page too, install pdfjs-dist and @napi-rs/canvas');
    const changed = Buffer.from(pdf);
    const place = changed.indexOf('endobj');
    changed[place] = 'E'.charCodeAt(0);
    cli.write('changed.pdf', changed);
    const refused = await cli.run(['verify', 'changed.pdf', ...publicUrl]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Not genuine: ');
  });

  it('compares the page where the packages for that are installed', async () => {
    const inClone = join(__dirname, '../../../dist/apps/cli/governance.mjs');
    const args = [inClone, 'verify', cli.path('certificate.pdf'), ...publicUrl];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/^genuine +true$/m);
    expect(stderr).toContain('ok: The page shows what the credential says, and nothing else');
    expect(stderr).not.toContain('not checked: what the page shows');
  });

  it.each<[string, string]>([
    ['no number', 'question,answer\ngov-ai-policy,often\n'],
    ['out of range', 'gov-ai-policy,4\n'],
    ['answered twice', 'gov-ai-policy,1\ngov-ai-policy,2\n'],
    ['damaged JSON', '{'],
  ])('refuses answers: %s', async (_what, text) => {
    const { code, stdout } = await cli.run(['plan', '--answers', '-', ...publicUrl], { stdin: text });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('refuses answers that are incomplete, in the words of the service', async () => {
    const { code, stderr } = await cli.run(['assess', '--answers', '-', ...publicUrl], {
      stdin: 'gov-ai-policy,1\n',
    });
    expect(code).toBe(4);
    expect(stderr).toMatch(/\(400, request/);
  });
});
