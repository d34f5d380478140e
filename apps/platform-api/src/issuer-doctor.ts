import { TokenExaminer } from '@governance/auth-guards';
import { settingsOrExit } from '@governance/config';
import { runCommand, SystemClock } from '@governance/runtime';
import { Logger } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { readDoctorSettings } from './config';
import { tokenSettingsOf } from './program-settings';
import { readDoctorCommand } from './issuer-doctor/doctor-command';
import { reportOf } from './issuer-doctor/doctor-report';
import { reportInWords } from './issuer-doctor/report-in-words';

/**
 * `npm run operate -- issuer-doctor` says what the guard reads from a token, and why it accepts or refuses it. Exit code 0: accepted. It
 * calls the issuer only, for its keys.
 */
async function issuerDoctor(): Promise<void> {
  const { json, token } = readDoctorCommand(process.argv.slice(2));
  const settings = settingsOrExit(readDoctorSettings);
  Logger.overrideLogger(false);
  const clock = new SystemClock();
  const examiner = new TokenExaminer(tokenSettingsOf(settings), clock);
  const examination = await examiner.examine((token ?? (await text(process.stdin))).trim());
  examiner.close();
  const report = reportOf(examination, clock.now());
  process.stdout.write(`${json ? JSON.stringify(report, undefined, 2) : reportInWords(report)}\n`);
  if (!report.accepted) process.exitCode = 1;
}

runCommand(issuerDoctor);
