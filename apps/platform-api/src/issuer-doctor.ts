import { TokenExaminer } from '@governance/auth-guards';
import { settingsOrExit } from '@governance/config';
import { type OperatorCall, SystemClock } from '@governance/runtime';
import { Logger } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { readDoctorSettings } from './config';
import { tokenSettingsOf } from './program-settings';
import { readDoctorCommand } from './issuer-doctor/doctor-command';
import { reportOf } from './issuer-doctor/doctor-report';
import { reportInWords } from './issuer-doctor/report-in-words';

/**
 * `operate issuer-doctor` says what the guard reads from a token, and why it accepts or refuses it. Exit code 0: accepted. It
 * calls the issuer only, for its keys.
 */
export async function issuerDoctor({ args, print }: OperatorCall): Promise<number> {
  const { json, token } = readDoctorCommand(args);
  const settings = settingsOrExit(readDoctorSettings);
  Logger.overrideLogger(false);
  const clock = new SystemClock();
  const examiner = new TokenExaminer(tokenSettingsOf(settings), clock);
  const examination = await examiner.examine((token ?? (await text(process.stdin))).trim());
  examiner.close();
  const report = reportOf(examination, clock.now());
  print(json ? JSON.stringify(report, undefined, 2) : reportInWords(report));
  return report.accepted ? 0 : 1;
}
