import { type PublicTypes } from '@governance/client';
import { Option } from 'commander';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type App } from '../app';
import { type Assessment, type Mode, parseAnswers } from '../assessment/answers-file';
import { interview } from '../assessment/interview';
import { CommandError } from '../command-error';
import { readText } from '../files/read-text';
import { type CommandGroup, examples } from './command-group';
import { attachResult } from './results.command';

type Schemas = PublicTypes['schemas'];

interface AnswerOptions {
  readonly answers?: string;
  readonly mode?: Mode;
  readonly draft?: string;
}

interface AssessOptions extends AnswerOptions {
  readonly email?: string;
  readonly notes?: string;
  readonly attach?: boolean;
  readonly client?: string;
}

const modes = ['msp-self', 'client-on-behalf'];

export const assessmentCommands: CommandGroup = (program, run) => {
  examples(
    program
      .command('assess')
      .description('answer the assessment and submit it; resumes an interrupted one')
      .option('--answers <file>', 'JSON or CSV instead of questions; - for stdin')
      .addOption(new Option('--mode <mode>', 'who is assessed').choices(modes))
      .option('--draft <file>', 'where the answers are kept until they are submitted')
      .option('--email <address>', 'where the certificate is sent')
      .option('--notes <text>', 'notes for your own use')
      .option('--attach', 'attach the result to your organization')
      .option('--client <id>', 'with --attach, the client that the result belongs to')
      .action(run((app: App, options: AssessOptions) => assess(app, options))),
    'governance assess --email ada@example.com',
    'governance assess --answers answers.csv --mode client-on-behalf --output json',
  );
  examples(
    program
      .command('plan')
      .description('the cheapest changes that allow a launch; nothing is stored')
      .option('--answers <file>', 'JSON or CSV; - for stdin; the draft if absent')
      .addOption(new Option('--mode <mode>', 'who is assessed').choices(modes))
      .option('--draft <file>', 'the draft')
      .action(run((app: App, options: AnswerOptions) => plan(app, options))),
    'governance plan --answers answers.json',
  );
};

async function assess(app: App, options: AssessOptions): Promise<void> {
  const assessments = app.assessments();
  const interviewed = options.answers === undefined ? await asked(app, options) : undefined;
  const { answers, mode } = interviewed ?? (await given(app, options));
  const { email, notes } = options;
  const body: Schemas['SurveySubmission'] = {
    answers,
    mode: options.mode ?? mode ?? 'msp-self',
    ...(email !== undefined && { submitterEmail: email }),
    ...(notes !== undefined && { notes }),
  };
  const result = await assessments.post('/api/survey-results', { body, signal: app.signal });
  interviewed?.draft.remove();
  report(app, result);
  if (options.attach !== true) return;
  // The result is shown first: if this fails, `results attach` can repeat it.
  const { id } = await attachResult(app, result.resultUrl, options.client);
  app.terminal.note(`Attached ${id}`);
}

async function asked(app: App, options: AnswerOptions): ReturnType<typeof interview> {
  const rubric = await app.assessments().get('/assessment.json', { signal: app.signal });
  return interview(app, rubric, { file: draftFile(app, options), mode: options.mode });
}

async function plan(app: App, options: AnswerOptions): Promise<void> {
  const file = draftFile(app, options);
  if (options.answers === undefined && !existsSync(file)) throw new CommandError('Give --answers FILE');
  const { answers, mode } = await given(app, { ...options, answers: options.answers ?? file });
  const body = { answers, mode: options.mode ?? mode ?? 'msp-self' };
  const path = await app.assessments().post('/api/launch-path', { body, signal: app.signal });
  app.list({
    rows: path.steps,
    columns: [
      { title: 'action', value: ({ title }) => title },
      { title: 'from', value: ({ currentAnswer }) => currentAnswer },
      { title: 'to', value: ({ targetAnswer }) => targetAnswer },
      { title: 'days', value: ({ effortDays }) => effortDays },
      { title: 'points', value: ({ points }) => points },
      { title: 'required', value: ({ meetsGate }) => (meetsGate ? 'yes' : '') },
    ],
    json: path,
  });
  app.terminal.note(
    `After ${path.effortDays} person-days: ${path.overallScore}/100, ${path.tier}. ${path.launchReason}`,
  );
}

function report(app: App, result: Schemas['SurveyResult']): void {
  const { id, overallScore, tier, launchReason, remediation, verificationUrl, resultUrl } = result;
  app.terminal.note(`${overallScore}/100, ${tier}. ${launchReason}`);
  app.terminal.note(`Certificate ${id}: ${verificationUrl}`);
  app.terminal.note(`Result: ${resultUrl}`);
  app.list({
    rows: remediation,
    columns: [
      { title: 'priority', value: ({ priority }) => priority },
      { title: 'action', value: ({ title }) => title },
      { title: 'days', value: ({ effortDays }) => effortDays },
      { title: 'points', value: ({ points }) => points },
      { title: 'required', value: ({ blocksLaunch }) => (blocksLaunch ? 'yes' : '') },
    ],
    json: result,
  });
}

async function given(app: App, { answers: file = '-' }: AnswerOptions): Promise<Assessment> {
  return parseAnswers(await readText(file, app.terminal.stdin, 'windows-1252'), file);
}

function draftFile({ stateFolder }: App, { draft }: AnswerOptions): string {
  return draft ?? join(stateFolder, 'assessment.json');
}
