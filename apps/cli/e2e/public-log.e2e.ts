import { given, until } from '@governance/testing';
import { CommandLine } from './support/command-line';
import { installedCli } from './support/packages';
import { sharedStack } from './support/stack';

describe('governance log verify, of the service as it ships', () => {
  const stack = given(sharedStack);
  let cli: CommandLine;

  beforeAll(async () => {
    cli = new CommandLine((await installedCli()).program);
    const rubric = await fetch(`${stack.publicUrl}/assessment.json`);
    const { questions } = (await rubric.json()) as { readonly questions: readonly { readonly id: string }[] };
    cli.write('answers.csv', `question,answer\n${questions.map(({ id }) => `${id},2`).join('\n')}\n`);
  });
  afterAll(() => {
    cli.remove();
  });

  const file = async (path: string): Promise<string | undefined> => {
    const answer = await fetch(`${stack.publicUrl}/.well-known/certificate-log/${path}`);
    return answer.ok ? await answer.text() : undefined;
  };
  /** A new certificate is in the log when the checkpoint has changed. */
  const certify = async (): Promise<void> => {
    const before = await file('checkpoint');
    const options = [
      '--answers',
      'answers.csv',
      '--email',
      'logged@example.com',
      '--public-url',
      stack.publicUrl,
    ];
    await cli.json('assess', ...options);
    await until(async () => (await file('checkpoint')) !== before);
  };
  const verify = (...more: readonly string[]): ReturnType<CommandLine['run']> =>
    cli.run(['log', 'verify', '--issuer', stack.publicUrl, '--trust', 'trust.json', ...more]);

  it('reads its files, and what extends them later', async () => {
    await certify();
    cli.write('trust.json', (await file('trust.json')) ?? '');
    expect(await verify('--save', 'checkpoint')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^inOrder +true$/m) as unknown,
      stderr: expect.stringContaining('Remark: Not witnessed') as unknown,
    });
    await certify();
    expect((await verify('--since', 'checkpoint')).code).toBe(0);
  });

  it('finds each entry in the records of the operator, and names one without a record', async () => {
    await certify();
    cli.write('at', (await file('checkpoint')) ?? '');
    const lines = (await stack.operate('public-api/log-records')).split('\n');
    const compare = async (records: readonly string[]): ReturnType<typeof verify> => {
      cli.write('records.jsonl', records.map((line) => `${line}\n`).join(''));
      return verify('--at', 'at', '--records', 'records.jsonl');
    };
    expect(await compare(lines)).toMatchObject({ code: 0 });
    expect(await compare(lines.toSpliced(1, 1))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^NO RECORD: Entry 1 of 20\S+Z$/m) as unknown,
    });
    expect(await compare(lines.with(1, '{"entry":1,"erased":true}'))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('because it was erased: 1 (1)') as unknown,
    });
  });

  it('names a certificate that the owner of the database invented, though the worker certified and logged it', async () => {
    await certify();
    const before = await file('checkpoint');
    const [{ id } = {}] = await stack.sql(`
      INSERT INTO survey_results (id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier,
        launch_allowed, launch_reason, domain_scores, submission_mac)
      SELECT gen_random_uuid(), created_at - interval '30 days', mode, rubric_id, rubric_version, rubric_sha256, answers, 100, 'Ready',
        true, launch_reason, domain_scores, submission_mac
      FROM survey_results LIMIT 1 RETURNING id`);
    await until(async () => (await file('checkpoint')) !== before);
    cli.write('at', (await file('checkpoint')) ?? '');
    cli.write('records.jsonl', await stack.operate('public-api/log-records'));
    const { code, stderr } = await verify('--at', 'at', '--records', 'records.jsonl');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(
        `^INVENTED: Entry \\d+ of 20\\S+Z, record of ${String(id)}: no surface has stored such a result$`,
        'm',
      ),
    );
  });
});
