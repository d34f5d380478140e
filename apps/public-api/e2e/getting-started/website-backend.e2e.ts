import { given, runShellPage, type ShellBlock, startInbox } from '@governance/testing';
import { join } from 'node:path';
import { publicPrograms, type Service } from '../support/public-programs';

const workspace = join(__dirname, '../../../..');

describe('docs/getting-started/website-backend.md', () => {
  const programs = given(publicPrograms);
  const inbox = given(startInbox);
  let main: Service;
  let blocks: ShellBlock[];

  beforeAll(async () => {
    main = await programs.start('main');
    await programs.start('worker', { SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'certificates@example.org' });
    blocks = await runShellPage(join(workspace, 'docs/getting-started/website-backend.md'), {
      cwd: workspace,
      env: { BASE_URL: main.origin },
    });
  });
  afterAll(async () => {
    await programs.close();
    await inbox.close();
  });

  /** The JSON objects that a block printed, one a line. */
  function printed(position: number): Record<string, unknown>[] {
    const lines = (blocks[position]?.output ?? '').split('\n');
    return lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it('submits, and reads the result and the status of its mail', () => {
    const [result, delivery] = printed(1);
    expect(result).toMatchObject({ mode: 'msp-self', overallScore: 66, certificateStatus: 'valid' });
    expect(['queued', 'sent']).toContain(delivery?.status);
  });

  it('sends the certificate again', async () => {
    const [result] = printed(1);
    expect(printed(2)).toEqual([{ id: result?.id, status: 'queued' }]);
    await inbox.waitForMail('assessor@example.com');
  });

  it('downloads a PDF that is genuine for the record and for the offline verifier', () => {
    const [result] = printed(1);
    expect(printed(4)[0]).toMatchObject({ id: result?.id, valid: true });
    expect(blocks[4]?.output).toMatch(/^genuine +true$/m);
  });
});
