import { type App } from '../app';
import { duration } from '../duration';
import { type LogCheckOptions } from '../log/check-log';
import { type CommandGroup, examples, group } from './command-group';

export const logCommands: CommandGroup = (program, run) => {
  const log = group(program, 'log', "an issuer's public log of certificates");
  examples(
    log
      .command('verify')
      .description('read the whole log: names what was changed, removed or never recorded')
      .option('--issuer <url>', 'the issuer whose log it is, instead of the public surface of the profile')
      .option('--folder <folder>', 'a copy of the files of the log: without any request')
      .option('--trust <file>', 'the keys of the log and its witnesses that you trust, as its trust.json')
      .option(
        '--origin <name>',
        'the log that it must be, such as assess.example.org/.well-known/certificate-log',
      )
      .option('--since <file>', 'a checkpoint of --save: names a history that was rewritten since')
      .option('--save <file>', 'the file for the checkpoint, if the log is in order')
      .option('--at <file>', 'check the log up to this checkpoint, instead of the newest')
      .option(
        '--max-age <time>',
        'refuse a checkpoint that its witnesses saw earlier: 90m, 12h or days',
        duration,
      )
      .option(
        '--records <file>',
        "the operator's records (JSON lines): names entries without one; - for stdin",
      )
      .action(run((app: App, options: LogCheckOptions) => verify(app, options))),
    'governance log verify --issuer https://assess.example.org --trust trust.json --max-age 1h',
    'governance log verify --trust trust.json --since checkpoint --save checkpoint',
    'governance log verify --trust trust.json --at checkpoint --records records.jsonl',
  );
};

async function verify(app: App, options: LogCheckOptions): Promise<void> {
  // Loaded when needed, as in `governance verify`.
  const { checkLog } = await import('../log/check-log.js');
  await checkLog(app, options);
}
